use crate::tape::{Kind, Refusal, Tape, Token};
use crate::tree::Tree;

impl Tape<'static> {
    /// The values of a tree, on a tape of its own.
    ///
    /// # Errors
    ///
    /// If they hold more text than [`Tape::MOST_BYTES`].
    pub(crate) fn of(tree: &Tree<'_>) -> Result<Self, Refusal> {
        let mut tape = Tape::new("");
        tape.record(tree)?;
        Ok(tape)
    }
}

impl Tape<'_> {
    /// Writes the values of a tree.
    pub(super) fn record(&mut self, tree: &Tree<'_>) -> Result<(), Refusal> {
        match tree {
            Tree::Null => self.push(Token::NULL),
            Tree::Bool(true) => self.push(Token::word(Kind::True)),
            Tree::Bool(false) => self.push(Token::word(Kind::False)),
            Tree::Number(text) => self.record_text(Kind::Number, text)?,
            Tree::String(text) => self.record_text(Kind::String, text)?,
            Tree::Array(items) => {
                let array = self.open(Kind::Array);
                for item in items {
                    self.record(item)?;
                }
                self.close(array, count(items.len())?);
            }
            Tree::Object(entries) => {
                let object = self.open(Kind::Object);
                for entry in entries {
                    self.record_text(Kind::String, &entry.key)?;
                    self.record(&entry.value)?;
                }
                self.close(object, count(entries.len())?);
            }
        }
        Ok(())
    }

    fn record_text(&mut self, kind: Kind, text: &str) -> Result<(), Refusal> {
        let start = self.made();
        if text.len() > Self::MOST_BYTES - self.text.len() - start {
            return Err(Refusal::too_long());
        }
        self.making().push_str(text);
        let token = self.made_since(kind, start);
        self.push(token);
        Ok(())
    }
}

fn count(length: usize) -> Result<u32, Refusal> {
    u32::try_from(length).map_err(|_| Refusal::too_long())
}
