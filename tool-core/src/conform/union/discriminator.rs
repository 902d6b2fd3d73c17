use serde_json::Value;

use crate::coerce::{folded_key, member_name};
use crate::conform::Conform;
use crate::conform::findings::Mark;
use crate::issue::{Chain, IssueKind, JsonType, fold, nearest};
use crate::plan::{Branch, Discriminator, Names, Node, UnionPlan};
use crate::tree::{Entry, Tree};

pub(super) enum Decided {
    Branch(Branch),
    /// The value names a branch that there is not; that was reported.
    Refused,
    Open,
}

impl Conform<'_> {
    /// The branch that a tag or a key names.
    pub(super) fn decided(
        &mut self,
        tree: &Tree<'_>,
        union: &UnionPlan,
        path: &Chain<'_>,
    ) -> Decided {
        let (Some(discriminator), Tree::Object(entries)) = (&union.discriminator, tree) else {
            return Decided::Open;
        };
        if union
            .branches
            .iter()
            .any(|branch| self.is_another_object(branch))
        {
            return Decided::Open;
        }
        match discriminator {
            Discriminator::Tag { property, values } => match self.tag(entries, property) {
                Some(tag) => self.named(tag, values, union, &path.key(property)),
                None => Decided::Open,
            },
            Discriminator::Key(names) => match entries.as_slice() {
                // Each form has its key: an object without one is none of them.
                [] => self.named(tree, names, union, path),
                [only] => self.named(&Tree::String(only.key.clone()), names, union, path),
                _ => Decided::Open,
            },
        }
    }

    /// Whether a branch takes objects and is not told apart by the discriminator.
    fn is_another_object(&self, branch: &Branch) -> bool {
        branch.types.contains(JsonType::Object)
            && !matches!(self.plan.node(branch.child.node), Node::Object(_))
    }

    /// The value of the tag, its name to the letter or by case and style.
    fn tag<'e, 't>(&self, entries: &'e [Entry<'t>], property: &str) -> Option<&'e Tree<'t>> {
        let exact = entries.iter().find(|entry| entry.key == property);
        let found = exact.or_else(|| {
            let folded = fold(property);
            let mut spelt = entries
                .iter()
                .filter(|entry| folded_key(&entry.key) == folded);
            let first = spelt.next().filter(|_| self.rules_are_on())?;
            spelt.next().is_none().then_some(first)
        });
        found.map(|entry| &entry.value)
    }

    fn named(
        &mut self,
        said: &Tree<'_>,
        names: &Names,
        union: &UnionPlan,
        at: &Chain<'_>,
    ) -> Decided {
        if let Some((branch, _)) = self.meant_branch(said, names) {
            return Decided::Branch(union.branches[branch]);
        }
        let text = match said {
            Tree::String(text) => Some(text.as_ref()),
            _ => None,
        };
        let kind = IssueKind::Enum {
            members: names.iter().map(Value::from).collect(),
            nearest: text
                .and_then(|text| nearest(text, names.iter()))
                .map(Value::from),
        };
        self.issue(at, kind, said);
        Decided::Refused
    }

    /// The branch that a tag or a key says, and its declared name.
    fn meant_branch<'n>(&self, said: &Tree<'_>, names: &'n Names) -> Option<(usize, &'n str)> {
        if self.rules_are_on() {
            let to_the_letter = match said {
                Tree::String(text) => names.meant(text),
                _ => None,
            };
            to_the_letter.or_else(|| names.meant(member_name(said)?))
        } else if let Tree::String(text) = said {
            names.meant(text).filter(|(_, name)| name == text)
        } else {
            None
        }
    }

    /// Says with the issues of a branch which one it is, where a tag decides.
    pub(super) fn name_branch(&mut self, mark: Mark, tree: &Tree<'_>, union: &UnionPlan) {
        let (Some(Discriminator::Tag { property, values }), Tree::Object(entries)) =
            (&union.discriminator, tree)
        else {
            return;
        };
        let tag = self.tag(entries, property);
        let Some((_, name)) = tag.and_then(|tag| self.meant_branch(tag, values)) else {
            return;
        };
        let name = format!("{property} {}", Value::from(name));
        for issue in self.found.issues_from(mark) {
            issue.branch.get_or_insert_with(|| name.clone());
        }
    }
}
