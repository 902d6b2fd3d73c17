//! Types as Rust.

use std::fmt::Write as _;

use super::model::{Body, Content, Field, Item, Tagging, Type};

pub(crate) fn source(items: &[Item]) -> String {
    let mut text = String::new();
    let last = items.len() - 1;
    for (number, item) in items.iter().enumerate() {
        // Writing to a string does not fail.
        let _ = write_item(&mut text, items, item, number == last);
    }
    text
}

fn write_item(text: &mut String, items: &[Item], item: &Item, is_tool: bool) -> std::fmt::Result {
    if is_tool {
        writeln!(text, "/// A tool.\n#[derive(Debug, Root)]")?;
    } else {
        writeln!(text, "#[derive(Debug, Type)]")?;
    }
    let name = &item.name;
    match &item.body {
        Body::Struct {
            fields,
            tag,
            is_renamed,
        } => {
            if let Some(tag) = tag {
                writeln!(text, "#[serde(tag = {tag:?})]")?;
            }
            if *is_renamed {
                writeln!(text, "#[serde(rename_all = \"camelCase\")]")?;
            }
            writeln!(
                text,
                "pub struct {name} {{ {}}}",
                self::fields(items, fields, "pub ")?
            )
        }
        Body::Newtype(ty) => writeln!(text, "pub struct {name}(pub {});", self::ty(items, ty)),
        Body::TupleStruct(types) => {
            let types: Vec<_> = types.iter().map(|ty| self::ty(items, ty)).collect();
            writeln!(text, "pub struct {name}({});", types.join(", "))
        }
        Body::Enum {
            tagging,
            variants,
            is_renamed,
        } => {
            match tagging {
                Tagging::External => {}
                Tagging::Internal(tag) => writeln!(text, "#[serde(tag = {tag:?})]")?,
                Tagging::Adjacent(tag, content) => {
                    writeln!(text, "#[serde(tag = {tag:?}, content = {content:?})]")?;
                }
                Tagging::Untagged => writeln!(text, "#[serde(untagged)]")?,
            }
            if *is_renamed {
                writeln!(text, "#[serde(rename_all = \"lowercase\")]")?;
            }
            writeln!(text, "pub enum {name} {{")?;
            for variant in variants {
                if variant.is_untagged {
                    writeln!(text, "    #[serde(untagged)]")?;
                }
                let content = match &variant.content {
                    Content::Unit => String::new(),
                    Content::Newtype(ty) => format!("({})", self::ty(items, ty)),
                    Content::Tuple(types) => {
                        let types: Vec<_> = types.iter().map(|ty| self::ty(items, ty)).collect();
                        format!("({})", types.join(", "))
                    }
                    Content::Struct(fields) => {
                        format!(" {{ {}}}", self::fields(items, fields, "")?)
                    }
                };
                writeln!(text, "    {}{content},", variant.name)?;
            }
            writeln!(text, "}}")
        }
    }
}

fn fields(items: &[Item], fields: &[Field], public: &str) -> Result<String, std::fmt::Error> {
    let mut text = String::new();
    for field in fields {
        let mut words = Vec::new();
        if field.is_flattened {
            words.push("flatten".to_owned());
        }
        if field.has_default {
            words.push("default".to_owned());
        }
        if field.is_skipped {
            words.push("skip".to_owned());
        }
        if let Some(name) = &field.rename {
            words.push(format!("rename = {name:?}"));
        }
        if let Some(name) = &field.alias {
            words.push(format!("alias = {name:?}"));
        }
        if !words.is_empty() {
            write!(text, "#[serde({})] ", words.join(", "))?;
        }
        write!(text, "{public}{}: {}, ", field.name, ty(items, &field.ty))?;
    }
    Ok(text)
}

fn ty(items: &[Item], of: &Type) -> String {
    match of {
        Type::Bool => "bool".to_owned(),
        Type::Integer(name) => (*name).to_owned(),
        Type::Float => "f64".to_owned(),
        Type::Text => "String".to_owned(),
        Type::Any => "serde_json::Value".to_owned(),
        Type::Option(inner) => format!("Option<{}>", ty(items, inner)),
        Type::Boxed(inner) => format!("Box<{}>", ty(items, inner)),
        Type::List(inner) => format!("Vec<{}>", ty(items, inner)),
        Type::Map(inner) => {
            format!("std::collections::BTreeMap<String, {}>", ty(items, inner))
        }
        Type::Tuple(types) => {
            let types: Vec<_> = types.iter().map(|of| ty(items, of)).collect();
            format!("({})", types.join(", "))
        }
        Type::Named(number) => items[*number].name.clone(),
    }
}
