//! Strings, in whatever quotes.

use std::borrow::Cow;

use super::attempt::Attempt;
use super::note::Scope;
use crate::issue::{Chain, Rule};
use crate::json::parser::Stopped;
use crate::tree::Tree;

/// What a string stands in.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Quote {
    Double,
    Single,
    Back,
    SmartDouble,
    SmartSingle,
}

impl Quote {
    pub(super) fn opened_by(character: char) -> Option<Self> {
        Some(match character {
            '"' => Self::Double,
            '\'' => Self::Single,
            '`' => Self::Back,
            '“' | '”' | '„' | '‟' => Self::SmartDouble,
            '‘' | '’' | '‚' | '‛' => Self::SmartSingle,
            _ => return None,
        })
    }

    pub(super) fn is_closed_by(self, character: char) -> bool {
        match self {
            Self::Double => character == '"',
            Self::Single => character == '\'',
            Self::Back => character == '`',
            Self::SmartDouble => matches!(character, '“' | '”' | '‟'),
            Self::SmartSingle => matches!(character, '‘' | '’' | '‛'),
        }
    }

    /// Whether the byte may begin a closing quote.
    fn may_be_closed_by(self, byte: u8) -> bool {
        match self {
            Self::Double => byte == b'"',
            Self::Single => byte == b'\'',
            Self::Back => byte == b'`',
            // All smart quotes begin with this byte.
            Self::SmartDouble | Self::SmartSingle => byte == 0xE2,
        }
    }
}

/// A string while it is read.
pub(super) struct Text {
    /// What was read, up to `from`.
    pub(super) read: String,
    /// From here on it is the text as it stands.
    pub(super) from: usize,
    /// Whether it has an escape that may be the middle of a path.
    pub(super) has_escape: bool,
    /// The first escape that JSON does not have.
    pub(super) other_escape: Option<usize>,
    /// Whether a line break or a tab stands in it as it is.
    pub(super) has_control: bool,
}

impl<'a> Attempt<'a, '_> {
    /// The quote that opens a string here.
    pub(super) fn quote(&self) -> Option<Quote> {
        // Three are the end of a code block.
        if self.rest().starts_with("```") {
            return None;
        }
        Quote::opened_by(self.rest().chars().next()?)
    }

    pub(super) fn string_value(
        &mut self,
        quote: Quote,
        chain: &Chain<'_>,
    ) -> Result<Tree<'a>, Stopped> {
        let start = self.at;
        let (text, rules) = self.string(quote)?;
        for rule in rules.into_iter().flatten() {
            self.repair(chain, rule, start, |_| Some(text.as_ref().into()));
        }
        Ok(Tree::String(text))
    }

    pub(super) fn string_key(
        &mut self,
        quote: Quote,
        scope: &mut Scope<'_>,
    ) -> Result<Cow<'a, str>, Stopped> {
        let start = self.at;
        let (text, rules) = self.string(quote)?;
        for rule in rules.into_iter().flatten() {
            self.note(scope, rule, start, Some(&text));
        }
        Ok(text)
    }

    /// The string that starts here, and the rules that were needed for it.
    fn string(&mut self, quote: Quote) -> Result<(Cow<'a, str>, [Option<Rule>; 3]), Stopped> {
        self.at += self.rest().chars().next().map_or(0, char::len_utf8);
        let start = self.at;
        let mut text = Text {
            read: String::new(),
            from: start,
            has_escape: false,
            other_escape: None,
            has_control: false,
        };
        self.up_to_quote(quote, &mut text)?;
        if let Some(at) = text.other_escape.filter(|_| text.has_escape) {
            return Err(self.invalid("an escape that JSON has", at));
        }
        let rules = [
            (quote != Quote::Double).then_some(Rule::Quotes),
            text.has_control.then_some(Rule::ControlCharacter),
            text.other_escape.map(|_| Rule::Escape),
        ];
        let rest = self.text.get(text.from..self.at).unwrap_or_default();
        let read = if text.from == start {
            Cow::Borrowed(rest)
        } else {
            Cow::Owned(text.read + rest)
        };
        self.at += self.rest().chars().next().map_or(0, char::len_utf8);
        Ok((read, rules))
    }

    /// Reads up to the closing quote. Nothing else ends a string: one that is
    /// open at the end of the text was cut off.
    fn up_to_quote(&mut self, quote: Quote, text: &mut Text) -> Result<(), Stopped> {
        loop {
            let is_special =
                |byte: u8| byte == b'\\' || byte < 0x20 || quote.may_be_closed_by(byte);
            let length = self.rest().bytes().position(is_special);
            self.at += length.unwrap_or(self.rest().len());
            match self.rest().chars().next() {
                None => return Err(self.truncated()),
                Some('\\') => self.escape(quote, text)?,
                Some('\n' | '\r' | '\t') => {
                    self.at += 1;
                    text.has_control = true;
                }
                Some(control) if control < ' ' => {
                    return Err(self.invalid("an escape for a control character", self.at));
                }
                Some(character) if quote.is_closed_by(character) => return Ok(()),
                Some(character) => self.at += character.len_utf8(),
            }
        }
    }
}
