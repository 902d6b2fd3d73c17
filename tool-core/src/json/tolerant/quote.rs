//! The kinds of quotes.

use crate::issue::Rule;

/// The quotes of a string.
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

    pub(super) fn inner(self) -> Rule {
        match self {
            Self::Single | Self::SmartSingle => Rule::Apostrophe,
            Self::Double | Self::SmartDouble | Self::Back => Rule::InnerQuotes,
        }
    }

    pub(super) fn may_be_closed_by(self, byte: u8) -> bool {
        match self {
            Self::Double => byte == b'"',
            Self::Single => byte == b'\'',
            Self::Back => byte == b'`',
            // All smart quotes begin with this byte.
            Self::SmartDouble | Self::SmartSingle => byte == 0xE2,
        }
    }
}
