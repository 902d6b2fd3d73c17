//! A reader of GBNF grammars, which writes random texts and recognizes texts.

use std::collections::{BTreeSet, HashMap};

use super::Entropy;

/// A grammar in the notation of llama.cpp.
pub struct Gbnf {
    rules: HashMap<String, Expression>,
    /// The least number of rules in the derivation of each rule.
    depths: HashMap<String, usize>,
}

#[derive(Debug)]
enum Expression {
    AnyOf(Vec<Self>),
    Sequence(Vec<Self>),
    Repeat(Box<Self>, usize, Option<usize>),
    Literal(String),
    Class {
        ranges: Vec<(char, char)>,
        is_negated: bool,
    },
    Rule(String),
}

impl Gbnf {
    /// Reads a grammar.
    ///
    /// # Panics
    ///
    /// If the text is not GBNF, has an unknown or a duplicate rule, or a rule without an end.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        let mut rules = HashMap::new();
        for line in text.lines() {
            let (name, body) = line.split_once(" ::= ").expect("a rule");
            let is_name = |c: char| c.is_ascii_alphanumeric() || c == '-';
            assert!(name.chars().all(is_name), "{name}");
            let mut parser = Parser { rest: body };
            let expression = parser.alternatives();
            assert!(parser.rest.is_empty(), "{name} at {}", parser.rest);
            let before = rules.insert(name.to_owned(), expression);
            assert!(before.is_none(), "{name} is defined twice");
        }
        let mut gbnf = Self {
            rules,
            depths: HashMap::new(),
        };
        gbnf.measure();
        gbnf
    }

    /// Computes the depths of all rules.
    fn measure(&mut self) {
        loop {
            let mut found = Vec::new();
            for (name, body) in &self.rules {
                if let Some(depth) = self.depth(body)
                    && self.depths.get(name).is_none_or(|known| depth + 1 < *known)
                {
                    found.push((name.clone(), depth + 1));
                }
            }
            if found.is_empty() {
                break;
            }
            self.depths.extend(found);
        }
        for name in self.rules.keys() {
            assert!(self.depths.contains_key(name), "{name} has no end");
        }
    }

    /// The least depth of an expression, if its rules are known.
    fn depth(&self, of: &Expression) -> Option<usize> {
        match of {
            Expression::AnyOf(ways) => ways.iter().filter_map(|way| self.depth(way)).min(),
            Expression::Sequence(parts) => {
                let depths = parts.iter().map(|part| self.depth(part));
                depths
                    .collect::<Option<Vec<_>>>()?
                    .into_iter()
                    .max()
                    .or(Some(0))
            }
            Expression::Repeat(_, 0, _) | Expression::Literal(_) | Expression::Class { .. } => {
                Some(0)
            }
            Expression::Repeat(what, ..) => self.depth(what),
            Expression::Rule(name) => {
                assert!(self.rules.contains_key(name), "{name} is not defined");
                self.depths.get(name).copied()
            }
        }
    }

    /// Writes a text of the grammar.
    pub fn write(&self, choices: &mut Entropy<'_>) -> String {
        self.write_calls(choices).0
    }

    /// Writes a text of the grammar. Returns it with the names of its rules `..-call`, in order.
    pub fn write_calls(&self, choices: &mut Entropy<'_>) -> (String, Vec<&str>) {
        let mut text = Written::default();
        self.add(&self.rules["root"], 0, choices, &mut text);
        (text.text, text.calls)
    }

    fn add<'g>(
        &'g self,
        of: &'g Expression,
        level: usize,
        choices: &mut Entropy<'_>,
        text: &mut Written<'g>,
    ) {
        /// From this level on, the shortest way is taken.
        const DEEP: usize = 40;
        let ends = level > DEEP || choices.is_at_end();
        match of {
            Expression::AnyOf(ways) if ends => {
                // The parser makes no list without a way.
                let shortest = ways.iter().min_by_key(|way| self.depth(way));
                self.add(shortest.expect("a way"), level + 1, choices, text);
            }
            Expression::AnyOf(ways) => self.add(choices.pick(ways), level + 1, choices, text),
            Expression::Sequence(parts) => {
                for part in parts {
                    self.add(part, level, choices, text);
                }
            }
            Expression::Repeat(what, least, greatest) => {
                let most = greatest.unwrap_or(least + 4).min(least + 4);
                let more = if ends {
                    0
                } else {
                    choices.below(most - least + 1)
                };
                for _ in 0..least + more {
                    self.add(what, level + 1, choices, text);
                }
            }
            Expression::Literal(literal) => text.text.push_str(literal),
            Expression::Class { ranges, is_negated } => {
                text.text.push(character(ranges, *is_negated, choices));
            }
            Expression::Rule(name) => {
                if name.ends_with("-call") {
                    text.calls.push(name);
                }
                self.add(&self.rules[name], level + 1, choices, text);
            }
        }
    }

    /// Returns whether a text is a text of the grammar.
    #[must_use]
    pub fn admits(&self, text: &str) -> bool {
        let mut known = HashMap::new();
        let ends = self.ends(&self.rules["root"], text, 0, &mut known);
        ends.contains(&text.len())
    }

    /// Returns the longest part of a text that begins with a mark and is a text of the grammar.
    #[must_use]
    pub fn find<'t>(&self, text: &'t str, mark: &str) -> Option<&'t str> {
        let starts = text.match_indices(mark).map(|(start, _)| start);
        let found = starts.filter_map(|start| {
            let ends = self.ends(&self.rules["root"], text, start, &mut HashMap::new());
            Some(&text[start..ends.into_iter().next_back()?])
        });
        found.max_by_key(|part| part.len())
    }

    /// Returns the places where an expression may end that begins at a place.
    fn ends<'g>(
        &'g self,
        of: &'g Expression,
        text: &str,
        start: usize,
        known: &mut HashMap<(&'g str, usize), BTreeSet<usize>>,
    ) -> BTreeSet<usize> {
        match of {
            Expression::AnyOf(ways) => {
                let ways = ways
                    .iter()
                    .flat_map(|way| self.ends(way, text, start, known));
                ways.collect()
            }
            Expression::Sequence(parts) => {
                let mut places = BTreeSet::from([start]);
                for part in parts {
                    let next = places
                        .iter()
                        .flat_map(|at| self.ends(part, text, *at, known));
                    places = next.collect();
                }
                places
            }
            Expression::Repeat(what, least, greatest) => {
                let mut all = BTreeSet::new();
                let mut places = BTreeSet::from([start]);
                let mut count = 0;
                while !places.is_empty() {
                    if count >= *least {
                        places.retain(|at| all.insert(*at));
                    }
                    if *greatest == Some(count) {
                        break;
                    }
                    let next = places
                        .iter()
                        .flat_map(|at| self.ends(what, text, *at, known));
                    places = next.collect();
                    count += 1;
                }
                all
            }
            Expression::Literal(literal) if text[start..].starts_with(literal) => {
                BTreeSet::from([start + literal.len()])
            }
            Expression::Class { ranges, is_negated } => {
                let next = text[start..].chars().next();
                let found = next.filter(|c| contains(ranges, *c) != *is_negated);
                found.map(|c| start + c.len_utf8()).into_iter().collect()
            }
            Expression::Literal(_) => BTreeSet::new(),
            Expression::Rule(name) => {
                if let Some(ends) = known.get(&(name.as_str(), start)) {
                    return ends.clone();
                }
                let ends = self.ends(&self.rules[name], text, start, known);
                known.insert((name, start), ends.clone());
                ends
            }
        }
    }
}

/// A text, and the rules of its calls.
#[derive(Default)]
struct Written<'g> {
    text: String,
    calls: Vec<&'g str>,
}

fn contains(ranges: &[(char, char)], c: char) -> bool {
    ranges
        .iter()
        .any(|(first, last)| (*first..=*last).contains(&c))
}

/// Picks a character of a class.
fn character(ranges: &[(char, char)], is_negated: bool, choices: &mut Entropy<'_>) -> char {
    const OTHERS: &str = "aé b\n0123456789'<>{}[](),:=&|/\\\"`\t😀n-_.null]tool";
    if is_negated {
        let others: Vec<_> = OTHERS.chars().filter(|c| !contains(ranges, *c)).collect();
        return *choices.pick(&others);
    }
    let (first, last) = *choices.pick(ranges);
    let count = u32::from(last) - u32::from(first) + 1;
    // The step is below `count`, and no range of our grammars crosses the surrogates.
    let step = u32::try_from(choices.below(count as usize)).expect("a small step");
    char::from_u32(u32::from(first) + step).expect("a character")
}

/// Panics on a text that is not GBNF, as [`Gbnf::parse`] documents. Its text is always a grammar of
/// `tool-core`, never input.
struct Parser<'t> {
    rest: &'t str,
}

impl Parser<'_> {
    fn alternatives(&mut self) -> Expression {
        let mut ways = vec![self.sequence()];
        while self.takes("|") {
            ways.push(self.sequence());
        }
        if ways.len() == 1 {
            return ways.remove(0);
        }
        Expression::AnyOf(ways)
    }

    fn sequence(&mut self) -> Expression {
        let mut parts = Vec::new();
        loop {
            self.rest = self.rest.trim_start_matches(' ');
            if self.rest.is_empty() || self.rest.starts_with(['|', ')']) {
                return Expression::Sequence(parts);
            }
            let part = self.part();
            parts.push(self.repeated(part));
        }
    }

    fn part(&mut self) -> Expression {
        if self.takes("(") {
            let inside = self.alternatives();
            assert!(self.takes(")"), "no end at {}", self.rest);
            inside
        } else if self.takes("\"") {
            let mut literal = String::new();
            while !self.takes_now("\"") {
                literal.push(self.character());
            }
            Expression::Literal(literal)
        } else if self.takes("[") {
            self.class()
        } else {
            let is_name = |c: char| c.is_ascii_alphanumeric() || c == '-';
            let end = self.rest.find(|c| !is_name(c)).unwrap_or(self.rest.len());
            assert!(end > 0, "no expression at {}", self.rest);
            let (name, rest) = self.rest.split_at(end);
            self.rest = rest;
            Expression::Rule(name.to_owned())
        }
    }

    fn class(&mut self) -> Expression {
        let is_negated = self.takes_now("^");
        let mut ranges = Vec::new();
        while !self.takes_now("]") {
            let first = self.character();
            let is_range = self.rest.starts_with('-') && !self.rest.starts_with("-]");
            let last = if is_range {
                self.rest = &self.rest[1..];
                self.character()
            } else {
                first
            };
            ranges.push((first, last));
        }
        Expression::Class { ranges, is_negated }
    }

    fn repeated(&mut self, part: Expression) -> Expression {
        let (least, greatest) = if self.takes_now("*") {
            (0, None)
        } else if self.takes_now("+") {
            (1, None)
        } else if self.takes_now("?") {
            (0, Some(1))
        } else if self.takes_now("{") {
            let (inside, rest) = self.rest.split_once('}').expect("the end of a count");
            self.rest = rest;
            let number = |text: &str| text.parse().expect("a count");
            match inside.split_once(',') {
                None => (number(inside), Some(number(inside))),
                Some((least, "")) => (number(least), None),
                Some((least, greatest)) => (number(least), Some(number(greatest))),
            }
        } else {
            return part;
        };
        self.repeated(Expression::Repeat(Box::new(part), least, greatest))
    }

    /// Reads a character of a literal or of a class, with the escapes of llama.cpp.
    fn character(&mut self) -> char {
        let mut characters = self.rest.chars();
        let mut next = || characters.next().expect("a character");
        let c = match next() {
            '\\' => match next() {
                'n' => '\n',
                'r' => '\r',
                't' => '\t',
                c @ ('\\' | '"' | '[' | ']') => c,
                'x' => {
                    let code: String = [next(), next()].into_iter().collect();
                    char::from(u8::from_str_radix(&code, 16).expect("a code"))
                }
                c => panic!("unknown escape \\{c}"),
            },
            c => c,
        };
        self.rest = characters.as_str();
        c
    }

    fn takes(&mut self, mark: &str) -> bool {
        self.rest = self.rest.trim_start_matches(' ');
        self.takes_now(mark)
    }

    fn takes_now(&mut self, mark: &str) -> bool {
        let rest = self.rest.strip_prefix(mark);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }
}
