//! Names whose meaning differs by one word: `dry_run` and `run`, or `from` and `to`. A value
//! under one of them is never meant for the other.

use super::edits::differ_in_one_edit;
use super::fold::words;
use super::known_words::{
    NEGATIONS, QUALIFIERS, UNITS, WORDS, are_forms, changes_meaning, is_in, stem,
};

/// Pairs of words with different meanings that occur in the same place of a name. Two different
/// words of [`QUALIFIERS`] are such a pair, too.
const OPPOSITES: &[[&str; 2]] = &[
    ["accept", "reject"],
    ["allow", "block"],
    ["allow", "deny"],
    ["allowlist", "blocklist"],
    ["allowlist", "denylist"],
    ["altitude", "latitude"],
    ["answer", "question"],
    ["approve", "deny"],
    ["approve", "reject"],
    ["at", "in"],
    ["back", "front"],
    ["blacklist", "whitelist"],
    ["buy", "sell"],
    ["buyer", "seller"],
    ["client", "server"],
    ["close", "open"],
    ["collapse", "expand"],
    ["column", "row"],
    ["connect", "disconnect"],
    ["credit", "debit"],
    ["delete", "keep"],
    ["deposit", "withdraw"],
    ["east", "west"],
    ["fail", "pass"],
    ["failure", "success"],
    ["false", "true"],
    ["grant", "revoke"],
    ["group", "user"],
    ["height", "width"],
    ["hide", "show"],
    ["horizontal", "vertical"],
    ["in", "out"],
    ["join", "leave"],
    ["keep", "remove"],
    ["key", "value"],
    ["lat", "lng"],
    ["lat", "lon"],
    ["lat", "long"],
    ["latitude", "longitude"],
    ["login", "logout"],
    ["negative", "positive"],
    ["no", "yes"],
    ["north", "south"],
    ["off", "on"],
    ["payee", "payer"],
    ["private", "public"],
    ["pull", "push"],
    ["read", "write"],
    ["receiver", "sender"],
    ["recipient", "sender"],
    ["replace", "search"],
    ["request", "response"],
    ["start", "stop"],
    ["x", "y"],
];

/// Prefixes that give a word two different meanings: `encode` and `decode`, `cache` and `uncache`.
const PREFIXES: &[[&str; 2]] = &[
    ["", "anti"],
    ["", "de"],
    ["", "dis"],
    ["", "in"],
    ["", "non"],
    ["", "pre"],
    ["", "re"],
    ["", "sub"],
    ["", "un"],
    ["de", "en"],
    ["dis", "en"],
    ["down", "up"],
    ["ex", "im"],
    ["ex", "in"],
    ["in", "out"],
    ["max", "min"],
    ["off", "on"],
    ["over", "under"],
    ["post", "pre"],
];

/// Returns whether two names are opposites: a value under one of them is never meant for the other.
pub(crate) fn are_opposites(one: &str, other: &str) -> bool {
    Difference::of(one, other).is_of_opposites()
}

/// Returns whether a value under a sent name may have another meaning under a declared name. Either
/// the names are opposites, or one has a unit or a qualifier that the other lacks, or a sent word
/// is itself a known word.
pub(crate) fn may_differ_in_meaning(sent: &str, declared: &str) -> bool {
    if has_other_number(sent, declared) {
        return true;
    }
    let difference = Difference::of(sent, declared);
    let swapped = Difference::of(declared, sent);
    difference.is_of_opposites()
        || difference.has_own_qualifier()
        || swapped.has_own_qualifier()
        || difference.has_other_word()
        || difference.has_other_letter()
}

/// Returns whether two names differ only in their numbers: `ipv4` and `ipv6`, `line1` and `line2`.
fn has_other_number(one: &str, other: &str) -> bool {
    let digits = |name: &str| {
        name.chars()
            .filter(char::is_ascii_digit)
            .collect::<String>()
    };
    let is_letter = |c: &char| c.is_alphabetic();
    let letters = |name: &str| {
        let letters = name.chars().filter(is_letter);
        letters.flat_map(char::to_lowercase).collect::<String>()
    };
    let (left, right) = (digits(one), digits(other));
    !left.is_empty() && !right.is_empty() && left != right && letters(one) == letters(other)
}

/// The words of two names.
struct Difference {
    left: Vec<String>,
    right: Vec<String>,
    /// The words that only the left name has, and those that only the right one has.
    only_left: Vec<String>,
    only_right: Vec<String>,
}

impl Difference {
    fn of(left: &str, right: &str) -> Self {
        let (left, right) = (split_words(left), split_words(right));
        let (only_left, only_right) = (
            collect_words_without(&left, &right),
            collect_words_without(&right, &left),
        );
        Self {
            left,
            right,
            only_left,
            only_right,
        }
    }

    fn is_of_opposites(&self) -> bool {
        let (left, right) = (&self.only_left, &self.only_right);
        let negates = |words: &[String]| words.iter().any(|word| is_in(NEGATIONS, word));
        let shares_word = left.len() < self.left.len();
        let mut pairs = left.iter().flat_map(|left| {
            right
                .iter()
                .map(move |right| (left.as_str(), right.as_str()))
        });
        // `dryrunn` is a typo of `dry_run`, and `run` is its opposite. `dr_run` is one, too.
        let is_typo = match (left.as_slice(), right.as_slice()) {
            ([one], [other]) => are_spellings(one, other),
            _ => false,
        };
        shares_word && !is_typo && negates(left) != negates(right)
            || pairs.any(|(left, right)| is_opposite(left, right) || self.is_joined(left, right))
    }

    /// Returns whether one word is the other one with a known word before or after it: `nocache` is
    /// `no` and `cache`.
    fn is_joined(&self, left: &str, right: &str) -> bool {
        let (long, short, others) = if left.len() < right.len() {
            (right, left, &self.left)
        } else {
            (left, right, &self.right)
        };
        let (long, short) = (stem(long), stem(short));
        let rests = [long.strip_suffix(short), long.strip_prefix(short)];
        rests.into_iter().flatten().any(|rest| {
            rest.len() > 1 && changes_meaning(rest) && !others.iter().any(|word| word == rest)
        })
    }

    /// Returns whether the right name has a unit or a qualifier that the left one lacks in every
    /// spelling.
    fn has_own_qualifier(&self) -> bool {
        let letters = self.left.concat();
        let is_joined =
            |word: &str| word.len() > 1 && (letters.starts_with(word) || letters.ends_with(word));
        let is_spelt = |word: &str| self.only_left.iter().any(|left| are_spellings(left, word));
        let mut words = self.only_right.iter().map(String::as_str);
        words.any(|word| {
            (is_in(UNITS, word) || is_in(QUALIFIERS, word)) && !is_joined(word) && !is_spelt(word)
        })
    }

    /// Returns whether the names differ only in a word of one letter: `col_a` and `col_b`.
    fn has_other_letter(&self) -> bool {
        let is_letter = |words: &[String]| matches!(words, [only] if only.len() == 1 && only.starts_with(|c: char| c.is_alphabetic()));
        self.left.len() > 1 && is_letter(&self.only_left) && is_letter(&self.only_right)
    }

    /// Returns whether the left name has a known word in place of another word.
    fn has_other_word(&self) -> bool {
        let letters = self.right.concat();
        // `file_pth` is a typo of `filepath`, and `age` is another word than `page`.
        let is_joined = |word: &str| {
            self.left.len() > 1 && (letters.starts_with(word) || letters.ends_with(word))
        };
        let is_spelt = |word: &str| {
            let mut right = self.only_right.iter();
            right.any(|right| abbreviates(word, right) || abbreviates(right, word))
        };
        let mut words = self.only_left.iter();
        !self.only_right.is_empty()
            && words.any(|word| is_known(word) && !is_joined(word) && !is_spelt(word))
    }
}

/// Returns whether a word is in any table.
fn is_known(word: &str) -> bool {
    is_in(WORDS, word) || changes_meaning(word) || OPPOSITES.as_flattened().contains(&word)
}

/// Returns whether two words are spellings of one: one is a typo of the other, which is a known
/// word, or one abbreviates the other.
fn are_spellings(one: &str, other: &str) -> bool {
    let is_typo = is_known(one) != is_known(other) && one.len().max(other.len()) > 2;
    abbreviates(one, other) || abbreviates(other, one) || is_typo && differ_in_one_edit(one, other)
}

/// Returns whether a word that changes the meaning abbreviates another such word: `max` and
/// `maximum`.
fn abbreviates(short: &str, long: &str) -> bool {
    short.len() > 2 && long.starts_with(short) && changes_meaning(short) && changes_meaning(long)
}

/// Returns the words of `left` that `right` does not contain in any form.
#[inline(never)]
fn collect_words_without(left: &[String], right: &[String]) -> Vec<String> {
    let is_in_right = |word: &str| right.iter().any(|other| are_forms(other, word));
    let words = left.iter().filter(|word| !is_in_right(word));
    words.cloned().collect()
}

fn is_opposite(one: &str, other: &str) -> bool {
    if is_in(UNITS, one) && is_in(UNITS, other)
        || is_in(QUALIFIERS, one) && is_in(QUALIFIERS, other)
    {
        return !are_spellings(one, other);
    }
    let (one, other) = (stem(one), stem(other));
    let is_pair = |[left, right]: &[&str; 2]| {
        let pair = (stem(left), stem(right));
        pair == (one, other) || pair == (other, one)
    };
    let are_prefixed = |one: &str, other: &str| {
        PREFIXES.iter().any(|[left, right]| {
            let rest = one.strip_prefix(left).filter(|rest| rest.len() > 1);
            rest.is_some() && rest == other.strip_prefix(right)
        })
    };
    OPPOSITES.iter().any(is_pair) || are_prefixed(one, other) || are_prefixed(other, one)
}

fn split_words(name: &str) -> Vec<String> {
    let words = words(name).into_iter();
    words.map(|word| word.into_iter().collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::{are_opposites, may_differ_in_meaning};

    #[test]
    fn tells_opposites_from_other_names() {
        let opposites = [
            ("from", "to"),
            ("run", "dry_run"),
            ("delete", "skipDelete"),
            ("allow", "deny"),
            ("install", "uninstall"),
            ("min_price", "max_price"),
            ("minprice", "max_price"),
            ("timeout_ms", "timeout_s"),
            ("exclude", "include"),
            ("read", "unread"),
            ("start_date", "endDate"),
            ("active", "is_not_active"),
            ("cache", "disable_cache"),
            ("cache", "nocache"),
            ("disable", "enable"),
            ("is_enabled", "isDisabled"),
            ("upload_path", "downloadPath"),
            ("lat", "lon"),
            ("user_id", "group_id"),
            ("dont_overwrite", "overwrite"),
            ("prevent_deletion", "deletion"),
            ("disabled", "enable"),
            ("unlocked", "lock"),
            ("disallowed", "allow"),
            ("excluded", "include"),
            ("decrypted", "encrypted"),
            ("encode", "decode"),
            ("gte", "lte"),
            ("bcc", "cc"),
            ("radius_km", "radius_mi"),
            ("weightlb", "weight_kg"),
            ("expires_at", "expires_in"),
            ("rename", "name"),
        ];
        let others = [
            ("path", "file_path"),
            ("content", "contents"),
            ("id", "payment_id"),
            ("drRun", "dryRun"),
            ("ignoe_case", "ignoreCase"),
            ("old_string", "oldText"),
            ("max_results", "maxResult"),
            ("maxresult", "max_results"),
            ("minimum_price", "min_price"),
            ("timeout", "timeout_ms"),
            ("query", "search"),
            ("start", "start_line"),
            ("no_cache", "noCaching"),
            ("edits", "edit"),
            ("included", "include"),
            ("locking", "locked"),
            ("queries", "query"),
            ("enable_cache", "cache"),
        ];
        for (one, other) in opposites {
            assert!(are_opposites(one, other), "{one} {other}");
            assert!(are_opposites(other, one), "{other} {one}");
        }
        for (one, other) in others {
            assert!(!are_opposites(one, other), "{one} {other}");
        }
    }

    #[test]
    fn a_name_with_another_word_of_meaning_may_differ() {
        let different = [
            ("timeout", "timeout_s"),
            ("tempf", "temp_c"),
            ("id", "parent_id"),
            ("run", "dry_run"),
            ("source", "delete_source"),
            ("add_labels", "labels"),
            ("date", "start_date"),
            ("file", "output_file"),
            ("age", "page"),
            ("form", "from"),
            ("altitude", "latitude"),
            ("line_size", "line_time"),
        ];
        let same = [
            ("timeout_s", "timeoutS"),
            ("id", "payment_id"),
            ("radius_of_km", "radius_km"),
            ("end_line", "end"),
            ("strt_date", "start_date"),
            ("file_pth", "filepath"),
            ("maximum", "max"),
            ("old_str", "old_string"),
        ];
        for (sent, declared) in different {
            assert!(may_differ_in_meaning(sent, declared), "{sent} {declared}");
        }
        for (sent, declared) in same {
            assert!(!may_differ_in_meaning(sent, declared), "{sent} {declared}");
        }
    }
}
