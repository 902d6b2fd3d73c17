use super::{Conform, Site};
use crate::issue::Rule;
use crate::tree::Tree;

impl Conform<'_> {
    /// Restores the source text of a number that becomes a string. The tolerant reader may have
    /// changed the notation of the number, but the plus of `+49` is a part of a telephone number.
    ///
    /// Returns `None` if the source text is unavailable.
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
            // The value may have been renamed since. Beyond the limit of records, one record at the
            // root represents all others.
            let after = form.after.as_ref().map(ToString::to_string);
            if form.path.is_root() || after.as_deref() == Some(&**number) {
                return None;
            }
        }
        Some(made)
    }
}
