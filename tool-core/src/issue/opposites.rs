//! Names whose meaning differs by one word: `dry_run` and `run`, or `from` and `to`. A value
//! under one of them is never meant for the other.

use super::fold::{contains_word, words};

/// Pairs of words with opposite meanings.
const OPPOSITES: &[[&str; 2]] = &[
    ["accept", "reject"],
    ["add", "remove"],
    ["after", "before"],
    ["allow", "block"],
    ["allow", "deny"],
    ["allowlist", "blocklist"],
    ["allowlist", "denylist"],
    ["answer", "question"],
    ["approve", "deny"],
    ["approve", "reject"],
    ["asc", "desc"],
    ["ascending", "descending"],
    ["async", "sync"],
    ["attach", "detach"],
    ["back", "front"],
    ["backward", "forward"],
    ["before", "since"],
    ["begin", "end"],
    ["blacklist", "whitelist"],
    ["bottom", "top"],
    ["buy", "sell"],
    ["buyer", "seller"],
    ["child", "parent"],
    ["client", "server"],
    ["close", "open"],
    ["collapse", "expand"],
    ["column", "row"],
    ["connect", "disconnect"],
    ["create", "delete"],
    ["credit", "debit"],
    ["decrease", "increase"],
    ["decrement", "increment"],
    ["decrypt", "encrypt"],
    ["delete", "insert"],
    ["delete", "keep"],
    ["deposit", "withdraw"],
    ["dest", "source"],
    ["dest", "src"],
    ["destination", "origin"],
    ["destination", "source"],
    ["disable", "enable"],
    ["disabled", "enabled"],
    ["down", "up"],
    ["download", "upload"],
    ["dst", "src"],
    ["earliest", "latest"],
    ["east", "west"],
    ["end", "start"],
    ["exclude", "include"],
    ["export", "import"],
    ["external", "internal"],
    ["fail", "pass"],
    ["failure", "success"],
    ["false", "true"],
    ["first", "last"],
    ["first", "second"],
    ["from", "to"],
    ["grant", "revoke"],
    ["group", "user"],
    ["height", "width"],
    ["hide", "show"],
    ["high", "low"],
    ["highest", "lowest"],
    ["horizontal", "vertical"],
    ["in", "out"],
    ["input", "output"],
    ["insert", "remove"],
    ["inside", "outside"],
    ["join", "leave"],
    ["keep", "remove"],
    ["key", "value"],
    ["largest", "smallest"],
    ["lat", "lng"],
    ["lat", "lon"],
    ["lat", "long"],
    ["latitude", "longitude"],
    ["least", "most"],
    ["left", "right"],
    ["less", "more"],
    ["lock", "unlock"],
    ["login", "logout"],
    ["lower", "upper"],
    ["max", "min"],
    ["maximum", "minimum"],
    ["negative", "positive"],
    ["new", "old"],
    ["newest", "oldest"],
    ["next", "prev"],
    ["next", "previous"],
    ["no", "yes"],
    ["north", "south"],
    ["off", "on"],
    ["origin", "target"],
    ["payee", "payer"],
    ["primary", "secondary"],
    ["private", "public"],
    ["pull", "push"],
    ["read", "write"],
    ["receiver", "sender"],
    ["recipient", "sender"],
    ["replace", "search"],
    ["request", "response"],
    ["since", "until"],
    ["source", "target"],
    ["start", "stop"],
    ["x", "y"],
];

/// Words that negate the words around them.
const NEGATIONS: &[&str] = &[
    "avoid", "deny", "disable", "disabled", "dont", "dry", "exclude", "excluded", "forbid",
    "ignore", "never", "no", "non", "not", "omit", "prevent", "skip", "suppress", "without",
];

/// Words that make a name refer to another thing.
const QUALIFIERS: &[&str] = &["child", "max", "min", "new", "old", "parent", "previous"];

/// Units. A number in one unit is another number in a different unit.
const UNITS: &[&str] = &[
    "bytes",
    "cents",
    "days",
    "eur",
    "gb",
    "hours",
    "kb",
    "km",
    "mb",
    "meters",
    "miles",
    "milliseconds",
    "minutes",
    "ms",
    "ns",
    "percent",
    "s",
    "sec",
    "secs",
    "seconds",
    "us",
    "usd",
    "weeks",
];

/// Prefixes that turn a word into its opposite.
const PREFIXES: &[&str] = &["un", "dis", "de", "non", "in", "anti"];

pub(crate) fn are_opposites(one: &str, other: &str) -> bool {
    let (one, other) = (split_words(one), split_words(other));
    let (left, right) = (
        collect_words_without(&one, &other),
        collect_words_without(&other, &one),
    );
    let has = contains_any;
    let mut pairs = left.iter().flat_map(|left| {
        right
            .iter()
            .map(move |right| (left.as_str(), right.as_str()))
    });
    // `dryrunn` is a typo of `dry_run`, and `run` is its opposite. `dr_run` is one, too.
    let shares_word = left.len() < one.len();
    let is_typo = match (left.as_slice(), right.as_slice()) {
        ([one], [other]) => lacks_letter(one, other) || lacks_letter(other, one),
        _ => false,
    };
    shares_word && !is_typo && has(&left, NEGATIONS) != has(&right, NEGATIONS)
        || has(&left, UNITS) && has(&right, UNITS)
        || pairs.any(|(left, right)| is_opposite(left, right))
}

/// Returns whether a value under one name may have another meaning under the other. Either the
/// names are opposites, or one has a unit or a qualifier that the other lacks.
pub(crate) fn may_differ_in_meaning(one: &str, other: &str) -> bool {
    let (left, right) = (split_words(one), split_words(other));
    let differs = |left: &[String], right: &[String]| {
        let words = collect_words_without(left, right);
        contains_any(&words, UNITS) || contains_any(&words, QUALIFIERS)
    };
    differs(&left, &right) || differs(&right, &left) || are_opposites(one, other)
}

/// Returns whether a word is a negation without one of its later letters.
fn lacks_letter(word: &str, negation: &str) -> bool {
    let letters: Vec<char> = negation.chars().collect();
    let is_without = |at: usize| {
        let left = letters.iter().enumerate().filter(|(index, _)| *index != at);
        left.map(|(_, letter)| *letter).eq(word.chars())
    };
    contains_word(NEGATIONS, negation)
        && !contains_word(NEGATIONS, word)
        && letters.len() > 2
        && (1..letters.len()).any(is_without)
}

/// Returns the words of `left` that `right` does not contain.
#[inline(never)]
fn collect_words_without(left: &[String], right: &[String]) -> Vec<String> {
    let words = left.iter().filter(|word| !right.contains(word));
    words.cloned().collect()
}

#[inline(never)]
fn contains_any(words: &[String], list: &[&str]) -> bool {
    words.iter().any(|word| contains_word(list, word))
}

fn is_opposite(one: &str, other: &str) -> bool {
    let (one, other) = (stem(one), stem(other));
    let is_pair = |[left, right]: &[&str; 2]| {
        let pair = (stem(left), stem(right));
        pair == (one, other) || pair == (other, one)
    };
    let negates = |one: &str, other: &str| {
        let mut rests = PREFIXES
            .iter()
            .filter_map(|prefix| one.strip_prefix(prefix));
        rests.any(|rest| rest == other)
    };
    OPPOSITES.iter().any(is_pair) || negates(one, other) || negates(other, one)
}

/// Returns a word without the ending of an inflected form: `exclud` for `exclude` and `excluded`.
fn stem(word: &str) -> &str {
    let endings = ["ing", "ed", "es", "s", "e"];
    let stems = endings
        .iter()
        .filter_map(|ending| word.strip_suffix(ending));
    stems
        .filter(|stem| stem.len() > 2)
        .min_by_key(|stem| stem.len())
        .unwrap_or(word)
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
            ("timeout_ms", "timeout_s"),
            ("exclude", "include"),
            ("read", "unread"),
            ("start_date", "endDate"),
            ("active", "is_not_active"),
            ("cache", "disable_cache"),
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
        ];
        let others = [
            ("path", "file_path"),
            ("content", "contents"),
            ("id", "payment_id"),
            ("drRun", "dryRun"),
            ("ignoe_case", "ignoreCase"),
            ("old_string", "oldText"),
            ("max_results", "maxResult"),
            ("timeout", "timeout_ms"),
            ("query", "search"),
            ("start", "start_line"),
            ("no_cache", "noCaching"),
            ("edits", "edit"),
            ("included", "include"),
            ("locking", "locked"),
        ];
        for (one, other) in opposites {
            assert!(are_opposites(one, other), "{one} {other}");
            assert!(are_opposites(other, one), "{other} {one}");
        }
        for (one, other) in others {
            assert!(!are_opposites(one, other), "{one} {other}");
        }
        assert!(may_differ_in_meaning("timeout", "timeout_s"));
        assert!(may_differ_in_meaning("id", "parent_id"));
        assert!(may_differ_in_meaning("run", "dry_run"));
        assert!(!may_differ_in_meaning("timeout_s", "timeoutS"));
        assert!(!may_differ_in_meaning("id", "payment_id"));
    }
}
