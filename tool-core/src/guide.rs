//! The guide: the pages of the repository's `docs`, whose code is tested.
//!
//! | page | |
//! |---|---|
//! | [`start`] | five minutes, from `cargo new` on |
//! | [`attributes`] | every attribute, and what it changes |
//! | [`rules`] | what is read although it was sent otherwise |
//! | [`errors`] | errors as data, their texts, and how to word them |
//! | [`providers`] | what each provider is sent, and what it takes |
//! | [`frameworks`] | the lines for rmcp, rig, async-openai and genai |
//! | [`service`] | running the tools: functions, HTTP APIs, MCP servers |
//! | [`threats`] | what is defended against, and what stays with the host |
//! | [`design`] | why it is so |
//! | [`compared`] | beside other libraries |
//! | [`architecture`] | the map of the code, and every decision |
//!
//! Only rustdoc reads the pages: for the compiler the modules are empty.
#![allow(missing_docs, reason = "the page is the text of its module")]

// A link from page to page is a file in the repository and a module here. Of two
// definitions of one link the first holds.
macro_rules! pages {
    ($($page:ident $file:literal)*) => {$(
        #[cfg_attr(doc, doc = include_str!("guide_links.md"))]
        #[cfg_attr(doc, doc = include_str!($file))]
        pub mod $page {}
    )*};
}

// The code of these is tested where what it names is a dependency: in `interop`, and in
// `tool-service`.
macro_rules! pages_tested_elsewhere {
    ($($page:ident $file:literal)*) => {$(
        #[cfg_attr(all(doc, not(doctest)), doc = include_str!("guide_links.md"))]
        #[cfg_attr(all(doc, not(doctest)), doc = include_str!($file))]
        pub mod $page {}
    )*};
}

pages! {
    start "../docs/start.md"
    attributes "../docs/attributes.md"
    rules "../docs/rules.md"
    errors "../docs/errors.md"
    providers "../docs/providers.md"
    providers_json "../docs/providers-json.md"
    migrating "../docs/migrating.md"
    threats "../docs/threats.md"
    design "../docs/design.md"
    compared "../docs/compared.md"
}
pages_tested_elsewhere! {
    frameworks "../docs/frameworks.md"
    service "../docs/service.md"
    architecture "../ARCHITECTURE.md"
}
