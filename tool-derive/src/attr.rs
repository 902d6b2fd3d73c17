use proc_macro2::TokenStream;
use syn::ext::IdentExt as _;
use syn::{Attribute, LitStr, Path, Type};

use crate::ctxt::Ctxt;
use crate::word::{
    AttributeItem, CONTAINER_WORDS, FIELD_WORDS, Leniency, Skip, Text, VARIANT_WORDS, WordValue,
    parse_items,
};

// `#[tool(...)]` of a struct or enum. Each word keeps its token.
#[derive(Default)]
pub(crate) struct ContainerAttrs {
    pub(crate) name: Option<WordValue<LitStr>>,
    pub(crate) description: Option<WordValue<Text>>,
    // `true` if there is a description, valid or invalid.
    pub(crate) is_described: bool,
    pub(crate) title: Option<WordValue<Text>>,
    pub(crate) check: Option<WordValue<Path>>,
    pub(crate) preprocess: Option<WordValue<Path>>,
    pub(crate) leniency: Option<WordValue<Leniency>>,
    pub(crate) read_only: Option<WordValue<bool>>,
    pub(crate) destructive: Option<WordValue<bool>>,
    pub(crate) idempotent: Option<WordValue<bool>>,
    pub(crate) open_world: Option<WordValue<bool>>,
    pub(crate) examples: Vec<WordValue<LitStr>>,
    pub(crate) output: Option<WordValue<Type>>,
    // The derives of the partial type.
    pub(crate) partial: Option<WordValue<Vec<Path>>>,
    pub(crate) open: Option<WordValue<()>>,
    pub(crate) skip: Option<WordValue<Skip>>,
    pub(crate) krate: Option<WordValue<Path>>,
}

// `#[tool(...)]` of a field.
#[derive(Default)]
pub(crate) struct FieldAttrs {
    pub(crate) json_string: Option<WordValue<()>>,
    pub(crate) xml_string: Option<WordValue<()>>,
    pub(crate) generous: Option<WordValue<Vec<&'static str>>>,
    pub(crate) preprocess: Option<WordValue<Path>>,
    pub(crate) check: Option<WordValue<Path>>,
    pub(crate) default: Option<WordValue<TokenStream>>,
}

impl ContainerAttrs {
    pub(crate) fn parse(attrs: &[Attribute], cx: &Ctxt) -> Self {
        let mut this = Self::default();
        for item in parse_items(attrs, cx) {
            match item.word.unraw().to_string().as_str() {
                // #[tool(name = "edit_file")]
                "name" => item.set(&mut this.name, AttributeItem::parse_text, cx),
                // #[tool(description = "Replace one exact string in a file.")]
                // #[tool(description = include_str!("edit_file.md"))]
                "description" => {
                    this.is_described = true;
                    item.set(
                        &mut this.description,
                        AttributeItem::parse_text_or_constant,
                        cx,
                    );
                }
                // #[tool(title = "Edit a file")]
                "title" => item.set(&mut this.title, AttributeItem::parse_text_or_constant, cx),
                // #[tool(check = path::to::function)]
                "check" => item.set(&mut this.check, AttributeItem::parse_path, cx),
                // #[tool(preprocess = path::to::function)]
                "preprocess" => item.set(&mut this.preprocess, AttributeItem::parse_path, cx),
                // #[tool(leniency = "generous")]
                "leniency" => item.set(&mut this.leniency, AttributeItem::parse_leniency, cx),
                // #[tool(read_only)] #[tool(read_only = false)]
                "read_only" => item.set(
                    &mut this.read_only,
                    AttributeItem::parse_flag_or_boolean,
                    cx,
                ),
                // #[tool(destructive = false)]
                "destructive" => item.set(
                    &mut this.destructive,
                    AttributeItem::parse_flag_or_boolean,
                    cx,
                ),
                // #[tool(idempotent)]
                "idempotent" => item.set(
                    &mut this.idempotent,
                    AttributeItem::parse_flag_or_boolean,
                    cx,
                ),
                // #[tool(open_world = false)]
                "open_world" => item.set(
                    &mut this.open_world,
                    AttributeItem::parse_flag_or_boolean,
                    cx,
                ),
                // #[tool(example = r#"{"path": "/a"}"#)], repeatable
                "example" => {
                    let mut example = None;
                    item.set(&mut example, AttributeItem::parse_text, cx);
                    this.examples.extend(example);
                }
                // #[tool(output = Vec<Entry>)]
                "output" => item.set(&mut this.output, AttributeItem::parse_type, cx),
                // #[tool(partial)] #[tool(partial(Debug, Clone))]
                "partial" => item.set(&mut this.partial, AttributeItem::parse_partial, cx),
                // #[tool(open)]
                "open" => item.set(&mut this.open, AttributeItem::parse_flag, cx),
                // #[tool(skip(Deserialize, JsonSchema))]
                "skip" => item.set(&mut this.skip, AttributeItem::parse_skip, cx),
                // #[tool(crate = "path::to::tool_core")]
                "crate" => item.set(&mut this.krate, AttributeItem::parse_path, cx),
                _ => item.report_unknown("a struct or enum", CONTAINER_WORDS, cx),
            }
        }
        this
    }
}

impl FieldAttrs {
    pub(crate) fn parse(attrs: &[Attribute], cx: &Ctxt) -> Self {
        let mut this = Self::default();
        for item in parse_items(attrs, cx) {
            match item.word.unraw().to_string().as_str() {
                // #[tool(json_string)]
                "json_string" => item.set(&mut this.json_string, AttributeItem::parse_flag, cx),
                // #[tool(xml_string)]
                "xml_string" => item.set(&mut this.xml_string, AttributeItem::parse_flag, cx),
                // #[tool(generous(comma_list, currency))]
                "generous" => item.set(&mut this.generous, AttributeItem::parse_generous, cx),
                // #[tool(preprocess = path::to::function)]
                "preprocess" => item.set(&mut this.preprocess, AttributeItem::parse_path, cx),
                // #[tool(check = path::to::function)]
                "check" => item.set(&mut this.check, AttributeItem::parse_path, cx),
                // #[tool(default = 10)]
                "default" => item.set(&mut this.default, AttributeItem::parse_expression, cx),
                _ => item.report_unknown("a field", FIELD_WORDS, cx),
            }
        }
        this
    }
}

// `#[tool(...)]` of a variant.
#[derive(Default)]
pub(crate) struct VariantAttrs {
    pub(crate) other: Option<WordValue<()>>,
}

impl VariantAttrs {
    pub(crate) fn parse(attrs: &[Attribute], cx: &Ctxt) -> Self {
        let mut this = Self::default();
        for item in parse_items(attrs, cx) {
            match item.word.unraw().to_string().as_str() {
                // #[tool(other)]
                "other" => item.set(&mut this.other, AttributeItem::parse_flag, cx),
                _ => item.report_unknown("a variant", VARIANT_WORDS, cx),
            }
        }
        this
    }
}
