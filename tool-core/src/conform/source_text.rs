use super::{Conform, Site};
use crate::issue::Rule;
use crate::tree::Tree;

impl Conform<'_> {
    /// A number as a string is its source text, which the tolerant reader may have
    /// brought into JSON's form: the plus of `+49` is a part of a telephone number.
    ///
    /// Nothing where that text is not at hand.
    pub(super) fn restore_source_text<'t>(
        &self,
        made: Tree<'t>,
        rule: Rule,
        at: &Site<'_>,
    ) -> Option<Tree<'t>> {
        let is_asked = rule == Rule::ScalarToString && self.source(at).is_some();
        if !is_asked || self.number_forms.is_empty() {
            return Some(made);
        }
        let Tree::String(number) = &made else {
            return Some(made);
        };
        let path = at.to_path();
        let forms = self.number_forms.iter();
        for form in forms.filter_map(|number| self.found.repairs.get(*number)) {
            if form.path == path {
                let text = form.before.as_str().filter(|text| !text.ends_with('…'))?;
                return Some(Tree::String(text.to_owned().into()));
            }
            // The value may stand under another name by now, and beyond the limit
            // of records the root says alone that there are more.
            let after = form.after.as_ref().map(ToString::to_string);
            if form.path.is_root() || after.as_deref() == Some(&**number) {
                return None;
            }
        }
        Some(made)
    }
}
