//! Reads a form: the values that differ from those that its page has shown.

use services::values::{ParseValue, ShortText};
use services::{Change, ErrorKey, Faults, Field};

use super::{FINGERPRINTS_NAME, FieldGroup, FormField, list_fields};
use crate::{Fields, Problem, Result};

const MAX_VALUES: usize = services::titles::MAX_FORM_VALUES;

/// A form that was sent.
pub(crate) struct FormReader<'a> {
    typed: &'a Fields,
    /// The fields of the form, each with the fingerprint of the value that the page has shown.
    fields: Vec<(&'a FormField, u64)>,
    faults: Faults,
    has_changes: bool,
}

impl<'a> FormReader<'a> {
    /// The form with these fields. A form that does not say what its page has shown is not one of ours: it
    /// would clear everything that it lacks.
    pub(crate) fn new(typed: &'a Fields, groups: &'a [FieldGroup]) -> Result<Self> {
        let shown = typed.get(FINGERPRINTS_NAME).and_then(parse_fingerprints).ok_or(Problem::Unreadable)?;
        let fields: Vec<&FormField> = list_fields(groups).collect();
        if fields.len() != shown.len() {
            return Err(Problem::Unreadable);
        }
        let fields = fields.into_iter().zip(shown).collect();
        Ok(Self { typed, fields, faults: Faults::default(), has_changes: false })
    }

    pub(crate) fn typed_text(&self, field: Field) -> String {
        self.find(field).map(|(field, _)| typed_text(self.typed, field.name)).unwrap_or_default()
    }

    fn find(&self, field: Field) -> Option<(&'a FormField, u64)> {
        self.fields.iter().find(|(one, _)| one.field == field).copied()
    }

    /// The text of a field if it was changed.
    fn changed_text(&mut self, field: Field) -> Option<String> {
        let (field, shown) = self.find(field)?;
        let text = typed_text(self.typed, field.name);
        let is_changed = fingerprint(&text) != shown;
        self.has_changes |= is_changed;
        is_changed.then_some(text)
    }

    /// Notes that the value of a field is wrong. The page says which values are right.
    pub(crate) fn add_fault(&mut self, field: Field) {
        self.faults.add(ErrorKey::InvalidParameter, field, "is not valid");
    }

    /// A change of a value that may be empty.
    pub(crate) fn read_change<T>(&mut self, field: Field, parse: impl Fn(&str) -> Option<T>) -> Change<T> {
        match self.changed_text(field) {
            None => Change::Keep,
            Some(text) if text.is_empty() => Change::Clear,
            Some(text) => {
                let value = parse(&text);
                if value.is_none() {
                    self.add_fault(field);
                }
                value.into()
            }
        }
    }

    /// A change of a value that may be empty.
    pub(crate) fn change<T: ParseValue>(&mut self, field: Field) -> Change<T> {
        self.read_change(field, |text| T::parse_value(text).ok())
    }

    /// Another value in place of one that is never empty.
    pub(crate) fn replace<T: ParseValue>(&mut self, field: Field) -> Option<T> {
        let value = T::parse_value(&self.changed_text(field)?).ok();
        if value.is_none() {
            self.add_fault(field);
        }
        value
    }

    /// Another list, with a value on each line.
    pub(crate) fn list<T: ParseValue>(&mut self, field: Field) -> Option<Vec<T>> {
        let text = self.changed_text(field)?;
        let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        let values: Vec<T> = lines.iter().map_while(|line| T::parse_value(line).ok()).collect();
        if values.len() < lines.len() || values.len() > MAX_VALUES {
            self.add_fault(field);
        }
        Some(values)
    }

    pub(crate) fn line(&mut self, field: Field) -> Change<String> {
        self.change::<ShortText>(field).map(|text| text.0)
    }

    pub(crate) fn names(&mut self, field: Field) -> Option<Vec<String>> {
        let names = self.list::<ShortText>(field)?;
        Some(names.into_iter().map(|name| name.0).collect())
    }

    /// The faults so far, to which checks of several fields add theirs.
    pub(crate) fn faults(&mut self) -> &mut Faults {
        &mut self.faults
    }

    /// The faults, and whether anything was changed.
    pub(crate) fn finish(self) -> (Faults, bool) {
        (self.faults, self.has_changes)
    }
}

/// The text of a field, or all its values, each on a line.
pub(super) fn typed_text(typed: &Fields, name: &str) -> String {
    typed.get_all(name).collect::<Vec<_>>().join("\n").replace("\r\n", "\n")
}

/// Fingerprints of the values that a page shows, as text.
pub(super) fn join_fingerprints(texts: &[String]) -> String {
    let parts: Vec<String> = texts.iter().map(|text| format!("{:x}", fingerprint(text))).collect();
    parts.join(".")
}

fn parse_fingerprints(text: &str) -> Option<Vec<u64>> {
    text.split('.').map(|part| u64::from_str_radix(part, 16).ok()).collect()
}

/// A value as a number (FNV-1a), the same in every process. Spaces around it, and the notation of line ends,
/// do not matter: browsers change them.
fn fingerprint(text: &str) -> u64 {
    let text = text.trim().replace("\r\n", "\n").replace('\r', "\n");
    text.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use services::values::ShortText;
    use services::{Change, Field};

    use super::{FormReader, join_fingerprints};
    use crate::collection::form::{Control, FieldGroup, FormField};
    use crate::{Fields, Problem};

    const GROUPS: [FieldGroup; 1] = [FieldGroup {
        heading: "",
        fields: &[
            FormField::new(Field::Title, "title", "title"),
            FormField::new(Field::Subtitle, "subtitle", "subtitle"),
            FormField::new(Field::Editors, "editors", "editors").with_control(Control::List),
        ],
    }];

    fn read_fields(form: &str, shown: [&str; 3]) -> Fields {
        let shown = join_fingerprints(&shown.map(str::to_owned));
        Fields::parse(format!("{form}&fingerprints={shown}").as_bytes())
    }

    #[test]
    fn only_values_that_differ_from_those_of_the_page_are_changed() {
        let shown = ["The Kelp Ladder", "A tale", "Ada\nBen"];
        let typed =
            read_fields("title=The+Kelp+Ladder+&subtitle=&editors=Ada%0D%0A%0D%0ABen%0D%0ACyn", shown);
        let mut form = FormReader::new(&typed, &GROUPS).unwrap();
        assert_eq!(form.replace::<ShortText>(Field::Title), None);
        assert_eq!(form.change::<ShortText>(Field::Subtitle), Change::Clear);
        let names = form.list::<ShortText>(Field::Editors).unwrap();
        assert_eq!(names.iter().map(|name| name.0.as_str()).collect::<Vec<_>>(), ["Ada", "Ben", "Cyn"]);
        let (faults, has_changes) = form.finish();
        assert!(faults.is_empty() && has_changes);

        let same = read_fields("title=The+Kelp+Ladder&subtitle=A+tale&editors=Ada%0D%0ABen", shown);
        let mut form = FormReader::new(&same, &GROUPS).unwrap();
        assert_eq!(form.change::<ShortText>(Field::Subtitle), Change::Keep);
        assert_eq!(form.list::<ShortText>(Field::Editors), None);
        assert!(!form.finish().1);
    }

    #[test]
    fn wrong_values_are_reported_by_their_fields() {
        let long = "x".repeat(300);
        let typed = read_fields(&format!("title=&subtitle={long}&editors={long}"), ["a", "b", "c"]);
        let mut form = FormReader::new(&typed, &GROUPS).unwrap();
        assert_eq!(form.replace::<ShortText>(Field::Title), None);
        assert_eq!(form.change::<ShortText>(Field::Subtitle), Change::Keep);
        assert_eq!(form.list::<ShortText>(Field::Editors), Some(Vec::new()));
        let (faults, _) = form.finish();
        for field in [Field::Title, Field::Subtitle, Field::Editors] {
            assert!(faults.has_field(field), "{field:?}");
        }
    }

    #[test]
    fn a_form_that_does_not_say_what_was_shown_is_refused() {
        for form in ["title=a", "title=a&fingerprints=1.2", "title=a&fingerprints=1.2.x"] {
            let typed = Fields::parse(form.as_bytes());
            assert_eq!(FormReader::new(&typed, &GROUPS).err(), Some(Problem::Unreadable), "{form}");
        }
    }
}
