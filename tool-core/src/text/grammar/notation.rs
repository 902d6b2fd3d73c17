//! The notations of values: JSON, Python, and Gemma's braces.

use super::free_text::{MAX_COUNTED, TextKind, write_text_without};
use super::rules::{MAX_REPETITIONS, Rules, repeat, write_literal};

/// The notation of values in a format.
#[derive(Debug)]
pub(super) struct Notation {
    /// The beginning of the names of its rules.
    pub(super) name: &'static str,
    pub(super) yes: &'static str,
    pub(super) no: &'static str,
    pub(super) null: &'static str,
    pub(super) strings: Strings,
    /// `true` if keys have no quotes.
    has_bare_keys: bool,
    /// `true` if the models write the entries of an object in alphabetical order.
    pub(super) sorts_keys: bool,
    /// The text after a key.
    colon: &'static str,
    /// The text between two items.
    comma: &'static str,
    /// `true` if white space is allowed between tokens.
    has_space: bool,
}

/// The notation of strings.
#[derive(Debug)]
pub(super) enum Strings {
    Json,
    /// As in JSON, without certain texts.
    JsonWithout(&'static [&'static str]),
    /// In double quotes, with the escapes that JSON and Python share.
    Python,
    /// Between two marks, without escapes.
    Between([&'static str; 1]),
}

pub(super) static JSON: Notation = Notation {
    name: "json",
    yes: "true",
    no: "false",
    null: "null",
    strings: Strings::Json,
    has_bare_keys: false,
    sorts_keys: false,
    colon: ":",
    comma: ",",
    has_space: true,
};

pub(super) static PYTHON: Notation = Notation {
    name: "python",
    yes: "True",
    no: "False",
    null: "None",
    strings: Strings::Python,
    has_bare_keys: false,
    sorts_keys: false,
    colon: ": ",
    comma: ", ",
    has_space: false,
};

pub(super) static GEMMA: Notation = Notation {
    name: "gemma",
    yes: "true",
    no: "false",
    null: "null",
    strings: Strings::Between(["<|\"|>"]),
    has_bare_keys: true,
    sorts_keys: true,
    colon: ":",
    comma: ",",
    has_space: false,
};

pub(super) static FUNCTION_GEMMA: Notation = Notation {
    name: "escape",
    strings: Strings::Between(["<escape>"]),
    ..GEMMA
};

/// An escape of a character outside the basic plane is a pair.
const JSON_CHARACTER: &str = "[^\"\\\\\\x00-\\x1F] | \"\\\\\" ([\"\\\\/bfnrt] | \"u\" json-code)";
const JSON_ESCAPE: &str = "\"\\\\\" ([\"\\\\/bfnrt] | \"u\" json-code)";
const JSON_CODE: &str = "[0-9a-cA-CefEF] json-hex{3} | [dD] [0-7] json-hex{2} | \
                         [dD] [89abAB] json-hex{2} \"\\\\u\" [dD] [c-fC-F] json-hex{2}";
const PYTHON_CHARACTER: &str = "[^\"\\\\\\x00-\\x1F] | \"\\\\\" [\"\\\\nrt]";

impl Notation {
    /// Returns JSON whose strings contain none of the marks.
    pub(super) fn json_without(marks: &'static [&'static str]) -> Self {
        Self {
            strings: Strings::JsonWithout(marks),
            ..JSON
        }
    }

    fn space(&self, rules: &mut Rules) -> String {
        if !self.has_space {
            return String::new();
        }
        // A model that may write any white space can write it without end.
        rules.define("space".to_owned(), |_| {
            "(\" \" | \"\\n\" [ \\t]{0,20})?".to_owned()
        })
    }

    pub(super) fn comma(&self, rules: &mut Rules) -> String {
        let space = self.space(rules);
        format!("{} {space}", write_literal(self.comma))
            .trim_end()
            .to_owned()
    }

    /// Writes a key and the text after it.
    pub(super) fn key(&self, key: &str, rules: &mut Rules) -> String {
        let space = self.space(rules);
        let key = write_literal(&format!("{}{}", self.write_key(key), self.colon));
        format!("{key} {space}").trim_end().to_owned()
    }

    pub(super) fn write_key(&self, key: &str) -> String {
        if self.has_bare_keys && is_word(key) {
            key.to_owned()
        } else {
            self.string(key)
        }
    }

    /// Writes any key and the text after it.
    pub(super) fn any_key(&self, rules: &mut Rules) -> String {
        let key = if self.has_bare_keys {
            "[a-zA-Z_] [a-zA-Z0-9_]{0,30}".to_owned()
        } else {
            self.text(1, None, rules)
        };
        let space = self.space(rules);
        let colon = write_literal(self.colon);
        format!("{key} {colon} {space}").trim_end().to_owned()
    }

    /// Puts the text of a container between its brackets.
    pub(super) fn enclose(
        &self,
        [open, close]: [&str; 2],
        inside: &str,
        rules: &mut Rules,
    ) -> String {
        let space = self.space(rules);
        let parts = [
            &write_literal(open),
            &space,
            inside,
            &space,
            &write_literal(close),
        ];
        let parts: Vec<_> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        parts.join(" ")
    }

    /// Writes a string as the format writes it.
    pub(super) fn string(&self, text: &str) -> String {
        match self.strings {
            Strings::Json | Strings::JsonWithout(_) | Strings::Python => {
                serde_json::Value::from(text).to_string()
            }
            Strings::Between([mark]) => format!("{mark}{text}{mark}"),
        }
    }

    /// Returns the texts that no string contains.
    pub(super) fn marks(&'static self) -> &'static [&'static str] {
        match &self.strings {
            Strings::Json | Strings::Python => &[],
            Strings::JsonWithout(marks) => marks,
            Strings::Between(mark) => mark,
        }
    }

    /// Returns the maximum length that a rule for strings can count.
    pub(super) fn max_length(&self) -> u64 {
        match self.strings {
            Strings::Json | Strings::Python => MAX_REPETITIONS,
            Strings::Between(_) | Strings::JsonWithout(_) => MAX_COUNTED,
        }
    }

    /// Writes any string whose length is in a range.
    pub(super) fn text(&self, least: u64, greatest: Option<u64>, rules: &mut Rules) -> String {
        match self.strings {
            Strings::Json => {
                let character = rules.define("json-character".to_owned(), |rules| {
                    define_json_code(rules);
                    JSON_CHARACTER.to_owned()
                });
                self.define_text(&character, least, greatest, rules)
            }
            Strings::JsonWithout(marks) => {
                define_json_code(rules);
                rules.define("json-escape".to_owned(), |_| JSON_ESCAPE.to_owned());
                let kind = TextKind::Json("json-escape");
                let text = write_text_without(rules, "json-text", kind, marks, (least, greatest));
                format!("\"\\\"\" {text} \"\\\"\"")
            }
            Strings::Python => {
                let character = rules.define("python-character".to_owned(), |_| {
                    PYTHON_CHARACTER.to_owned()
                });
                self.define_text(&character, least, greatest, rules)
            }
            Strings::Between([mark]) => {
                let name = format!("{}-text", self.name);
                let kind = TextKind::Plain;
                let text = write_text_without(rules, &name, kind, &[mark], (least, greatest));
                let mark = write_literal(mark);
                format!("{mark} {text} {mark}")
            }
        }
    }

    fn define_text(
        &self,
        character: &str,
        least: u64,
        greatest: Option<u64>,
        rules: &mut Rules,
    ) -> String {
        let of = match greatest.filter(|most| *most <= MAX_REPETITIONS) {
            None if least == 0 => "string".to_owned(),
            None => format!("string-{least}"),
            Some(greatest) => format!("string-{least}-to-{greatest}"),
        };
        rules.define(format!("{}-{of}", self.name), |_| {
            let characters = repeat(character, least, greatest);
            format!("\"\\\"\" {characters} \"\\\"\"")
        })
    }

    /// Writes any number. The reader reads each of them exactly.
    pub(super) fn number(rules: &mut Rules) -> String {
        rules.define("number".to_owned(), |rules| {
            let size = Self::size(rules);
            format!("\"-\"? {size}")
        })
    }

    /// Writes any number without a sign.
    pub(super) fn size(rules: &mut Rules) -> String {
        rules.define("size".to_owned(), |_| {
            "(\"0\" | [1-9] [0-9]{0,14}) (\".\" [0-9]{1,15})? ([eE] [\\x2D+]? [0-9])?".to_owned()
        })
    }

    /// Writes any value.
    pub(super) fn any(&self, rules: &mut Rules) -> String {
        rules.define(format!("{}-value", self.name), |rules| {
            let words = [self.yes, self.no, self.null].map(write_literal);
            let string = self.text(0, None, rules);
            let number = Self::number(rules);
            let others = [
                string,
                number,
                self.any_array(rules),
                self.any_object(rules),
            ];
            [words.as_slice(), &others].concat().join(" | ")
        })
    }

    /// Writes any array.
    pub(super) fn any_array(&self, rules: &mut Rules) -> String {
        rules.define(format!("{}-array", self.name), |rules| {
            let (value, comma) = (self.any(rules), self.comma(rules));
            let items = format!("({value} ({comma} {value})*)?");
            self.enclose(["[", "]"], &items, rules)
        })
    }

    /// Writes any object.
    pub(super) fn any_object(&self, rules: &mut Rules) -> String {
        rules.define(format!("{}-object", self.name), |rules| {
            let (value, comma) = (self.any(rules), self.comma(rules));
            let key = self.any_key(rules);
            let entries = format!("({key} {value} ({comma} {key} {value})*)?");
            self.enclose(["{", "}"], &entries, rules)
        })
    }
}

/// Defines the digits after `\u`.
fn define_json_code(rules: &mut Rules) {
    rules.define("json-code".to_owned(), |rules| {
        rules.define("json-hex".to_owned(), |_| "[0-9a-fA-F]".to_owned());
        JSON_CODE.to_owned()
    });
}

fn is_word(key: &str) -> bool {
    let is_inside = |c: char| c.is_ascii_alphanumeric() || c == '_';
    key.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') && key.chars().all(is_inside)
}
