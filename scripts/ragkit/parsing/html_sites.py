"""Where documentation sites keep their content, and what around it is not content: data, no code paths."""

import re

# The first selector that matches and holds most of the page's words is the content.
ROOTS = (
    ".theme-doc-markdown",  # Docusaurus
    "#main-content.wiki-content",  # Confluence export
    "#main-content .wiki-content",
    ".vp-doc",  # VitePress
    ".theme-default-content",  # VuePress
    "article.bd-article",  # pydata and book themes of Sphinx
    "article.md-content__inner",  # MkDocs Material
    ".rst-content [itemprop=articleBody]",  # Read the Docs theme: Sphinx and MkDocs
    ".sl-markdown-content",  # Starlight
    ".td-content",  # Docsy, Hugo
    ".book-article",  # Hugo book
    ".markdown-section",  # GitBook, docsify
    ".page-inner .markdown-section",
    ".markdown-body",  # GitHub and many wikis
    "#content > main",  # mdBook
    "#spPageCanvasContent",  # SharePoint modern pages, the canvas around its zones
    "[data-automation-id=Canvas]",
    ".CanvasZone",  # and its zones, where a page was saved without the canvas
    "[data-automation-id=CanvasZone]",
    "[data-sp-canvascontrol]",  # the stored form of such a page
    ".ms-rtestate-field",  # SharePoint classic
    "#mw-content-text",  # MediaWiki
    ".document [role=main]",  # Sphinx
    "[role=main]",
    "main article",
    "article",
    "main",
    ".main-content",
    "#content",
    "body",
)

# What stands on a page several times, once for each part of it: all of them together are the content.
PARTS = frozenset(
    {".CanvasZone", "[data-automation-id=CanvasZone]", "[data-sp-canvascontrol]", ".ms-rtestate-field"}
)

# Where a page shows its title; SharePoint does not in an h1.
TITLES = ("#title_text", "[data-automation-id=TitleText]", "h1")

# Never content, wherever it stands.
DROP = """
    script, style, template, noscript, svg, iframe, object, canvas, nav, button, input, select, textarea,
    dialog, [aria-hidden=true]:not(.katex-html), [role=navigation], [role=banner],
    [role=search], [role=contentinfo], [role=dialog], [role=alertdialog], .headerlink, .hash-link,
    .header-anchor, .anchorjs-link, .heading-anchor, label[class*=button], .sr-only,
    .visually-hidden, .screen-reader-text,
    .theme-doc-breadcrumbs, .theme-doc-footer, .theme-edit-this-page, .theme-doc-toc-mobile,
    .pagination-nav, .tableOfContents, .md-content__button, .md-source-file, .md-feedback, .md-footer,
    .md-sidebar, .md-header, .edit-this-page, .edit-page-link, .editLink, .toc-macro, .page-metadata,
    .breadcrumbs, .breadcrumb, #breadcrumb-section, .wy-breadcrumbs, .wy-nav-side, .rst-footer-buttons,
    .rst-versions, .prev-next-area, .prev-next-footer, .bd-sidebar-primary, .bd-sidebar-secondary,
    .bd-header-article, .bd-footer, .sphinxsidebar, .related, .toc-drawer, .sidebar-drawer,
    .mobile-header, .related-pages, .bottom-of-page, .VPDocFooter, .VPDocAside, .VPSidebar, .VPNav,
    .vp-doc-footer, .table-of-contents, .book-toc, .book-menu, .nav-chapters, .nav-wide-wrapper,
    #menu-bar, #sidebar, .sidebar-scrollbox, .td-page-meta, .td-toc, .td-sidebar, .feedback--prompt,
    .feedback--answer, .toc-wrapper, #toc, #TableOfContents, .mw-editsection, .navbox, .catlinks,
    .copybtn, .copy-button, .clipboard, .cookie-consent, .cookie-banner, #cookie-banner, .cc-window,
    .skip-link, .skip-to-content, .back-to-top, .share-buttons, .social-share, .newsletter-signup,
    #comments, .headerlink-icon, .toctree-wrapper.compound:empty, .viewcode-back, .linenos, .lineno,
    .linenodiv, .linenumber, .line-numbers-wrapper, .line-numbers-rows, .gutter, .hljs-ln-numbers,
    [class*=language-] > .lang, #CommentsWrapper, [data-sp-feature-tag=Comments], [data-sp-componentid],
    [data-automation-id=pageCommandBar], [data-automation-id=socialBar], #spLeftNav, #SuiteNavWrapper
"""

# Dropped only when small beside the content: names that sometimes wrap the content itself.
JUNK = re.compile(
    r"(?:\A|[-_\s])(?:nav|navbar|menu|sidebar|side-bar|footer|cookies?|cookie-?\w+|consent|gdpr|banner|breadcrumbs?|"
    r"pagination|pager|toc|toolbar|subscribe|newsletter|social|share|promo|advert|ads?|popup|modal|feedback|"
    r"edit-page|edit-this-page|last-updated|page-meta|related-posts|search-?box|skip)(?:[-_\s]|\Z)",
    re.IGNORECASE,
)
KEEP = re.compile(r"(?:admonition|alert|callout|note|warning|tip|content|article)", re.IGNORECASE)

# Text of a link that only points at its own heading.
PILCROWS = frozenset({"", "\u00b6", "#", "\u00a7", "\u200b", "\U0001f517", "\u2693", "\u221e", "link"})

# Titles end in the site's name after one of these.
TITLE_SEPARATORS = re.compile(r"\s+(?:[-|\u2013\u2014\u00b7\u2022:\u00bb])\s+")

LANGUAGE = re.compile(
    r"(?:\A|\s)(?:language|lang|highlight|highlight-source|brush|sourceCode|src)[-:]\s*([\w+#.-]+)"
)
NO_LANGUAGE = frozenset(
    {"default", "none", "text", "plain", "plaintext", "notranslate", "highlight", "source"}
)
