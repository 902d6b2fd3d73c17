//! The guide: the pages of the repository's `docs`. The snippets are doc tests.
//!
//! | page | content |
//! |---|---|
//! | [`start`] | a first tool in five minutes |
//! | [`attributes`] | all attributes and their effects |
//! | [`rules`] | all repairs that the reader makes |
//! | [`errors`] | errors as text and as data, and how to write your own |
//! | [`providers`] | the export for each provider |
//! | [`providers_json`] | each export in full |
//! | [`text_formats`] | calls that open models write as text |
//! | [`frameworks`] | code for rmcp, rig, async-openai and genai |
//! | [`migrating`] | from rmcp, rig, schemars, Zod and pydantic |
//! | [`service`] | how to run tools: functions, HTTP APIs, MCP servers |
//! | [`threats`] | the threats, the defences, and the duties of the host |
//! | [`design`] | the reasons for the design |
//! | [`compared`] | a comparison with other libraries |
//! | [`architecture`] | the map of the code |
//!
//! Only rustdoc reads the pages. For the compiler the modules are empty.
#![allow(missing_docs, reason = "the page is the documentation of its module")]

// A link between two pages is a file in the repository and a module here. An image is a file in the
// repository and a part of the page here. If a link has two definitions, Markdown uses the first.
// The snippets of these pages need the features that are on by default.
macro_rules! pages {
    ($($page:ident $file:literal)*) => {$(
        #[cfg_attr(all(doc, any(feature = "text", not(doctest))), doc = concat!(include_str!("guide_links.md"), include_str!("guide_images.md")))]
        #[cfg_attr(all(doc, any(feature = "text", not(doctest))), doc = include_str!($file))]
        pub mod $page {}
    )*};
}

// The snippets of these pages need the feature `xml`, too.
macro_rules! pages_with_xml {
    ($($page:ident $file:literal)*) => {$(
        #[cfg_attr(all(doc, any(all(feature = "text", feature = "xml"), not(doctest))), doc = concat!(include_str!("guide_links.md"), include_str!("guide_images.md")))]
        #[cfg_attr(all(doc, any(all(feature = "text", feature = "xml"), not(doctest))), doc = include_str!($file))]
        pub mod $page {}
    )*};
}

// The snippets of these pages are tested in `interop` and `tool-service`, which have the
// dependencies.
macro_rules! pages_tested_elsewhere {
    ($($page:ident $file:literal)*) => {$(
        #[cfg_attr(all(doc, not(doctest)), doc = concat!(include_str!("guide_links.md"), include_str!("guide_images.md")))]
        #[cfg_attr(all(doc, not(doctest)), doc = include_str!($file))]
        pub mod $page {}
    )*};
}

pages! {
    start "../docs/start.md"
    rules "../docs/rules.md"
    errors "../docs/errors.md"
    providers "../docs/providers.md"
    providers_json "../docs/providers-json.md"
    text_formats "../docs/text-formats.md"
    migrating "../docs/migrating.md"
    threats "../docs/threats.md"
    design "../docs/design.md"
    compared "../docs/compared.md"
}
pages_with_xml! {
    attributes "../docs/attributes.md"
}
pages_tested_elsewhere! {
    frameworks "../docs/frameworks.md"
    service "../docs/service.md"
    architecture "../ARCHITECTURE.md"
}
