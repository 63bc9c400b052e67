//! EPUB canonical fragment identifiers: the place that they point to, and their order (EPUB CFI 1.1, "Sorting
//! Rules"). Steps count from left to right, assertions in brackets are left out, and a missing part comes
//! before a present one. At one place a character offset comes before a child, a child before a media
//! offset, and that before an indirection.

use std::fmt::Write as _;

/// A canonical fragment identifier. Its order is reading order; a point comes before a range from there.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cfi {
    start: Vec<Term>,
    /// Empty for a point.
    end: Vec<Term>,
}

/// One term of a path. The order of the variants is the order of the rules.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Term {
    /// `:5`
    Offset(Number),
    /// `/4`
    Child(Number),
    /// `~2.5@50:75`: the time counts before the point.
    Media { time: Option<Decimal>, point: Option<Point> },
    /// `!`
    Indirection,
}

/// A natural number of any size: its digits without leading zeros, compared by their count first.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Number {
    count: u8,
    digits: String,
}

/// A number with a fraction, which holds no zeros at its end.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Decimal {
    integer: Number,
    fraction: String,
}

/// A place in a picture: `y` counts before `x`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Point {
    y: Decimal,
    x: Decimal,
}

impl Cfi {
    /// Reads `epubcfi(...)`, with or without the file's address and `#` before it, or a bare path that begins
    /// with `/`. `None` for anything else.
    pub fn parse(location: &str) -> Option<Self> {
        let location = location.trim();
        let inner = match location.find("epubcfi(") {
            Some(at) if at == 0 || location[..at].ends_with('#') => {
                location[at + "epubcfi(".len()..].strip_suffix(')')?
            }
            _ => location,
        };
        let mut scanner = Scanner(inner);
        let mut start = scanner.path()?;
        if start.first().is_none_or(|term| !matches!(term, Term::Child(_))) {
            return None;
        }
        let mut end = Vec::new();
        if scanner.take(',') {
            end.clone_from(&start);
            start.extend(scanner.path()?);
            if !scanner.take(',') {
                return None;
            }
            end.extend(scanner.path()?);
        }
        scanner.0.is_empty().then_some(Self { start, end })
    }

    /// The index of the spine item it points into, from 0: the second step of `/6/4!...` is twice the item's
    /// number. `None` if it does not lead through the spine.
    pub fn spine_index(&self) -> Option<i32> {
        match self.start.as_slice() {
            [Term::Child(six), Term::Child(item), ..] if six.digits == "6" => {
                let step: i32 = item.digits.parse().ok()?;
                (step >= 2 && step % 2 == 0).then(|| step / 2 - 1)
            }
            _ => None,
        }
    }

    /// The steps in the document that it points into, as far as elements and texts lead. `None` if it does
    /// not lead into a document.
    pub fn document_steps(&self) -> Option<Vec<u64>> {
        let steps = self.document_path()?.iter().map_while(|term| match term {
            Term::Child(number) => Some(number.to_u64()),
            _ => None,
        });
        steps.collect()
    }

    /// UTF-16 code units of the text at these steps before the place. `None` for an element.
    pub fn character_offset(&self) -> Option<u64> {
        match self.document_path()?.iter().find(|term| !matches!(term, Term::Child(_)))? {
            Term::Offset(number) => number.to_u64(),
            _ => None,
        }
    }

    fn document_path(&self) -> Option<&[Term]> {
        let package = self.start.iter().position(|term| *term == Term::Indirection)?;
        Some(&self.start[package + 1..])
    }

    /// A text whose byte order is the order of the identifiers.
    pub fn sort_key(&self) -> String {
        let mut key = String::new();
        for path in [&self.start, &self.end] {
            for term in path {
                term.write_key(&mut key);
            }
            // Below everything a term begins with: a path comes before its continuations.
            key.push(' ');
        }
        key
    }
}

impl Term {
    fn write_key(&self, key: &mut String) {
        match self {
            Self::Offset(number) => number.write_key(key, '1'),
            Self::Child(number) => number.write_key(key, '2'),
            Self::Media { time, point } => {
                key.push('3');
                Decimal::write_key(time.as_ref(), key);
                Decimal::write_key(point.as_ref().map(|point| &point.y), key);
                Decimal::write_key(point.as_ref().map(|point| &point.x), key);
            }
            Self::Indirection => key.push('4'),
        }
    }
}

impl Number {
    fn new(digits: &str) -> Option<Self> {
        let digits = digits.trim_start_matches('0');
        Some(Self { count: u8::try_from(digits.len()).ok()?, digits: digits.to_owned() })
    }

    /// `None` if it is too large.
    fn to_u64(&self) -> Option<u64> {
        if self.digits.is_empty() { Some(0) } else { self.digits.parse().ok() }
    }

    fn write_key(&self, key: &mut String, rank: char) {
        key.push(rank);
        // A String takes everything.
        let _ = write!(key, "{:02x}{}", self.count, self.digits);
    }
}

impl Decimal {
    /// Writes a decimal; an omitted one sorts first.
    fn write_key(value: Option<&Self>, key: &mut String) {
        match value {
            None => key.push('0'),
            Some(value) => {
                value.integer.write_key(key, '1');
                key.push_str(&value.fraction);
                key.push(' ');
            }
        }
    }
}

/// The rest of the text to parse.
struct Scanner<'a>(&'a str);

impl<'a> Scanner<'a> {
    fn take(&mut self, expected: char) -> bool {
        self.0.strip_prefix(expected).inspect(|rest| self.0 = rest).is_some()
    }

    /// Terms up to a comma or the end.
    fn path(&mut self) -> Option<Vec<Term>> {
        let mut terms = Vec::new();
        while !self.0.is_empty() && !self.0.starts_with(',') {
            terms.push(self.term()?);
            self.assertion()?;
        }
        Some(terms)
    }

    fn term(&mut self) -> Option<Term> {
        if self.take('/') {
            return Some(Term::Child(self.number()?));
        }
        if self.take(':') {
            return Some(Term::Offset(self.number()?));
        }
        if self.take('!') {
            return Some(Term::Indirection);
        }
        let time = if self.take('~') { Some(self.decimal()?) } else { None };
        let point = if self.take('@') { Some(self.point()?) } else { None };
        (time.is_some() || point.is_some()).then_some(Term::Media { time, point })
    }

    fn point(&mut self) -> Option<Point> {
        let x = self.decimal()?;
        let y = self.take(':').then(|| self.decimal())??;
        Some(Point { y, x })
    }

    fn digits(&mut self) -> &'a str {
        let end = self.0.find(|c: char| !c.is_ascii_digit()).unwrap_or(self.0.len());
        let (digits, rest) = self.0.split_at(end);
        self.0 = rest;
        digits
    }

    fn number(&mut self) -> Option<Number> {
        let digits = self.digits();
        if digits.is_empty() { None } else { Number::new(digits) }
    }

    fn decimal(&mut self) -> Option<Decimal> {
        let whole = self.number()?;
        let fraction = if self.take('.') { self.digits() } else { "" };
        Some(Decimal { integer: whole, fraction: fraction.trim_end_matches('0').to_owned() })
    }

    /// Skips `[...]`, in which `^` takes the next character literally.
    fn assertion(&mut self) -> Option<()> {
        if !self.take('[') {
            return Some(());
        }
        let mut letters = self.0.char_indices();
        while let Some((at, letter)) = letters.next() {
            match letter {
                '^' => drop(letters.next()),
                ']' => {
                    self.0 = &self.0[at + 1..];
                    return Some(());
                }
                _ => {}
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::Cfi;

    /// Every one comes before the next, as values and as keys.
    #[track_caller]
    fn assert_ascending(locations: &[&str]) {
        let read: Vec<Cfi> = locations.iter().map(|l| Cfi::parse(l).expect(l)).collect();
        for (pair, names) in read.windows(2).zip(locations.windows(2)) {
            assert!(pair[0] < pair[1], "{names:?}");
            assert!(pair[0].sort_key() < pair[1].sort_key(), "{names:?}");
        }
    }

    #[test]
    fn steps_on_the_left_count_more_and_are_compared_as_numbers() {
        assert_ascending(&[
            "epubcfi(/6/4!/4/10)", "epubcfi(/6/4!/4/10/2)", "epubcfi(/6/4!/4/12)", "epubcfi(/6/14!/4/2)",
            "epubcfi(/6/100!/4/2)",
        ]);
    }

    #[test]
    fn offsets_are_compared_as_numbers_and_come_after_their_own_node() {
        assert_ascending(&[
            "epubcfi(/6/4!/4/3)", "epubcfi(/6/4!/4/3:0)", "epubcfi(/6/4!/4/3:9)", "epubcfi(/6/4!/4/3:10)",
        ]);
    }

    #[test]
    fn kinds_of_steps_have_an_order_of_their_own() {
        assert_ascending(&["epubcfi(/6/4:1)", "epubcfi(/6/4/2)", "epubcfi(/6/4~1)", "epubcfi(/6/4!/2)"]);
    }

    #[test]
    fn time_counts_more_than_place_and_y_more_than_x() {
        assert_ascending(&[
            "epubcfi(/6/4!/4/2@90:10)", "epubcfi(/6/4!/4/2@5:20.5)", "epubcfi(/6/4!/4/2@6:20.5)",
            "epubcfi(/6/4!/4/2~1.45)", "epubcfi(/6/4!/4/2~1.45@0:0)", "epubcfi(/6/4!/4/2~1.5)",
            "epubcfi(/6/4!/4/2~10)",
        ]);
    }

    #[test]
    fn ranges_are_ordered_by_their_beginning_and_then_their_end() {
        assert_ascending(&[
            "epubcfi(/6/4!/4/2,/1:1,/1:4)", "epubcfi(/6/4!/4/2,/1:2,/1:3)", "epubcfi(/6/4!/4/2,/1:2,/1:13)",
            "epubcfi(/6/4!/4/2/1:3)",
        ]);
    }

    #[test]
    fn assertions_and_the_files_address_do_not_count() {
        let plain = Cfi::parse("epubcfi(/6/4!/4/10/3:5)").unwrap();
        for same in [
            "book.epub#epubcfi(/6/4[chap01ref]!/4[body01]/10[para05]/3:5)",
            "epubcfi(/6/4[a^]!/8^^,(^)]!/4/10/3:5[;s=b])",
            "/6/4!/4/10/3:5",
            "epubcfi(/6/04!/4/10/3:05)",
        ] {
            assert_eq!(Cfi::parse(same).as_ref(), Some(&plain), "{same}");
        }
    }

    #[test]
    fn the_second_step_names_the_spine_item() {
        let spine = |location| Cfi::parse(location).and_then(|cfi| cfi.spine_index());
        assert_eq!(spine("epubcfi(/6/2!/4)"), Some(0));
        assert_eq!(spine("epubcfi(/6/14[x]!/4,/2,/4)"), Some(6));
        assert_eq!(spine("epubcfi(/4/14!/4)"), None);
        assert_eq!(spine("epubcfi(/6/3!/4)"), None);
        assert_eq!(spine("epubcfi(/6)"), None);
    }

    #[test]
    fn the_rest_names_a_place_in_the_document() {
        let place = |location| Cfi::parse(location).map(|cfi| (cfi.document_steps(), cfi.character_offset()));
        let point = |steps: &[u64], offset| Some((Some(steps.to_vec()), offset));
        assert_eq!(place("epubcfi(/6/4!/4/2/1:10)"), point(&[4, 2, 1], Some(10)));
        assert_eq!(place("epubcfi(/6/4[chap^]1]!/4[b/d]/2)"), point(&[4, 2], None));
        assert_eq!(place("book.epub#epubcfi(/6/4!/4,/2/1:3,/4/1:9)"), point(&[4, 2, 1], Some(3)));
        assert_eq!(place("/6/2!/4/2/1:0[a;s=b]"), point(&[4, 2, 1], Some(0)));
        assert_eq!(place("epubcfi(/6/4!/4/2~1.5@2:3)"), point(&[4, 2], None));
        assert_eq!(place("epubcfi(/6/4!)"), point(&[], None));
        assert_eq!(place("epubcfi(/6/4)"), Some((None, None)));
        assert_eq!(place("epubcfi(/6/4!/99999999999999999999)"), Some((None, None)));
    }

    #[test]
    fn other_texts_are_none() {
        for other in [
            "", "chapter1.xhtml", "epubcfi()", "epubcfi(/6/4", "epubcfi(/)", "epubcfi(/6/4[open)",
            "epubcfi(:5)", "epubcfi(/6,/2)", "epubcfi(/6,/2,/4,/6)", "epubcfi(/6~)", "epubcfi(/6@1)",
            "smil/p1.smil#s4",
        ] {
            assert_eq!(Cfi::parse(other), None, "{other}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in ".{0,80}", path in "[/:~@!,0-9.\\[\\]^a]{0,40}") {
            let _ = Cfi::parse(&text);
            let _ = Cfi::parse(&format!("epubcfi({path})"));
        }

        #[test]
        fn keys_are_ordered_as_the_identifiers_are(
            a in "/6/[0-9]{1,2}!?(/[0-9]{1,3}){0,3}(:[0-9]{1,3}|~[0-9]{1,2}(\\.[0-9]{1,2})?(@[0-9]:[0-9]\\.[0-9])?)?",
            b in "/6/[0-9]{1,2}!?(/[0-9]{1,3}){0,3}(:[0-9]{1,3}|~[0-9]{1,2}(\\.[0-9]{1,2})?(@[0-9]:[0-9]\\.[0-9])?)?",
        ) {
            let (a, b) = (Cfi::parse(&a).unwrap(), Cfi::parse(&b).unwrap());
            prop_assert_eq!(a.cmp(&b), a.sort_key().cmp(&b.sort_key()));
        }
    }
}
