"""Copy the skill, verify and remove the copy, and make its environment."""
