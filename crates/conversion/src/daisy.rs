//! Recognizes the files of a DAISY book by their names and beginnings.

use books::daisy::VolumePlace;

pub use books::daisy::is_navigation_center;

/// Bytes by which a file is recognized.
pub const HEAD_BYTES: u64 = 64 << 10;

/// Returns true if a file begins like a `DTBook` text, in any encoding of Unicode.
pub fn is_dtbook(beginning: &[u8]) -> bool {
    let plain: Vec<u8> = beginning.iter().copied().filter(|byte| *byte != 0).collect();
    String::from_utf8_lossy(&plain).contains("<dtbook")
}

/// Returns true if a package document belongs to a DAISY 3 book.
pub fn is_package_document(beginning: &[u8]) -> bool {
    let beginning = String::from_utf8_lossy(beginning);
    ["x-dtbook", "x-dtbncx", "Z39.86"].iter().any(|word| beginning.contains(word))
}

/// The statements of a disc about the book that it is a part of.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DiscLabel {
    /// The letters of the title, in small letters: titles of discs may have their numbers.
    title: String,
    identifier: String,
    /// Its place in the set, if it states one.
    place: Option<VolumePlace>,
}

impl DiscLabel {
    /// Reads the beginning of a navigation center (DAISY 2.02) or a package document (DAISY 3).
    pub fn read(beginning: &[u8]) -> Self {
        let text = String::from_utf8_lossy(beginning).to_lowercase();
        let element = |name| find_tags(&text, name).next().map(|(_, behind)| behind);
        let title =
            find_statement(&text, "dc:title").or_else(|| element("dc:title")).or_else(|| element("title"));
        let identifier = find_statement(&text, "dc:identifier")
            .or_else(|| find_statement(&text, "ncc:identifier"))
            .or_else(|| element("dc:identifier"));
        let words = title.unwrap_or_default().split(|c: char| !c.is_alphabetic());
        Self {
            title: words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" "),
            identifier: identifier.unwrap_or_default().trim().to_owned(),
            place: find_statement(&text, "ncc:setinfo").and_then(VolumePlace::parse),
        }
    }

    /// Adds the place that the file about the distribution of a DAISY 3 book (`distInfo`) states.
    #[must_use]
    pub fn with_distribution(self, beginning: &[u8]) -> Self {
        let text = String::from_utf8_lossy(beginning).to_lowercase();
        let mut books = find_tags(&text, "book");
        let place =
            books.find_map(|(attributes, _)| VolumePlace::parse(find_attribute(attributes, "media")?));
        Self { place: self.place.or(place), ..self }
    }

    /// Returns true if both discs state one book of as many discs, and different numbers.
    pub fn is_other_disc_of_set(&self, other: &Self) -> bool {
        let has_same_title = !self.title.is_empty() && self.title == other.title;
        let is_same_book = has_same_title || self.has_identifier_of(other);
        let places = self.place.zip(other.place);
        is_same_book
            && places.is_some_and(|(own, other)| own.total == other.total && own.number != other.number)
    }

    /// Returns true if both discs state one book, and no numbers.
    pub fn is_of_same_unnumbered_set(&self, other: &Self) -> bool {
        let has_place = self.place.is_some() || other.place.is_some();
        !has_place && self.title == other.title && self.has_identifier_of(other)
    }

    fn has_identifier_of(&self, other: &Self) -> bool {
        !self.identifier.is_empty() && self.identifier == other.identifier
    }
}

/// The content of a statement (`meta`) in a text in small letters.
fn find_statement<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let mut statements = find_tags(text, "meta").map(|(attributes, _)| attributes);
    let statement = statements.find(|attributes| find_attribute(attributes, "name") == Some(name))?;
    find_attribute(statement, "content")
}

/// The start tags with a name: their attributes, and the texts behind them.
fn find_tags<'t>(text: &'t str, name: &str) -> impl Iterator<Item = (&'t str, &'t str)> {
    text.split('<').filter_map(move |rest| {
        let (attributes, behind) = rest.strip_prefix(name)?.split_once('>')?;
        let is_tag = attributes.is_empty() || attributes.starts_with(|c: char| c.is_ascii_whitespace());
        is_tag.then_some((attributes, behind))
    })
}

fn find_attribute<'t>(attributes: &'t str, name: &str) -> Option<&'t str> {
    let mut rest = attributes;
    loop {
        let (own, value) = rest.split_once('=')?;
        let value = value.trim_start();
        let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''))?;
        let (text, after) = value[1..].split_once(quote)?;
        if own.trim() == name {
            return Some(text);
        }
        rest = after;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_center(title: &str, identifier: &str, more: &str) -> DiscLabel {
        let head = format!(
            "<html><head><title>x</title><META Name=\"dc:title\" content='{title}' />\
             <meta content='{identifier}' name='dc:identifier'>{more}</head>"
        );
        DiscLabel::read(head.as_bytes())
    }

    fn read_numbered(title: &str, place: &str) -> DiscLabel {
        read_center(title, "", &format!("<meta name=\"ncc:setInfo\" content=\"{place}\"/>"))
    }

    #[test]
    fn discs_are_of_one_set_by_their_titles_and_numbers() {
        let first = read_numbered("The Tides (1)", "1 of 3");
        assert_eq!(first.place, Some(VolumePlace { number: 1, total: 3 }));
        assert!(first.is_other_disc_of_set(&read_numbered("THE TIDES 2", "2/3")));
        for (title, place) in [
            ("The Tides", "1 of 3"),
            ("The Tides", "2 of 4"),
            ("The Tides", "1 of 1"),
            ("Cliffs", "2 of 3"),
            ("", "2 of 3"),
        ] {
            assert!(!first.is_other_disc_of_set(&read_numbered(title, place)), "{title} {place}");
        }
        let untitled = read_numbered("", "1 of 3");
        assert!(!untitled.is_other_disc_of_set(&read_numbered("", "2 of 3")));
    }

    #[test]
    fn discs_without_numbers_need_the_same_title_and_identifier() {
        let disc = read_center("Tides", "x-1", "");
        assert!(disc.is_of_same_unnumbered_set(&read_center("Tides", "x-1", "")));
        for other in [
            read_center("Tides", "x-2", ""),
            read_center("Cliffs", "x-1", ""),
            read_center("Tides", "x-1", "<meta name='ncc:setInfo' content='1 of 2'/>"),
        ] {
            assert!(!disc.is_of_same_unnumbered_set(&other), "{other:?}");
        }
        let unnamed = read_center("Tides", "", "");
        assert!(!unnamed.is_of_same_unnumbered_set(&unnamed));
    }

    #[test]
    fn discs_of_daisy_3_state_their_places_in_a_file_of_their_own() {
        let package = b"<package><metadata><dc-metadata><dc:Title>Tides</dc:Title>\
            <dc:Identifier id='uid'> X-1 </dc:Identifier></dc-metadata></metadata></package>";
        let disc = |media: &str| {
            let distribution = format!("<distInfo><book pkgRef='./tides.opf' media='{media}'/></distInfo>");
            DiscLabel::read(package).with_distribution(distribution.as_bytes())
        };
        assert!(disc("1:2").is_other_disc_of_set(&disc("2:2")));
        assert!(!disc("1:2").is_other_disc_of_set(&disc("1:2")));
        assert_eq!((disc("").place, disc("").identifier.as_str()), (None, "x-1"));
    }

    #[test]
    fn any_beginning_is_read() {
        for text in
            ["", "<", "<meta", "<meta name=>", "<meta name='>", "<meta name=é content=", "\u{feff}<title"]
        {
            assert_eq!(DiscLabel::read(text.as_bytes()), DiscLabel::default(), "{text}");
        }
    }
}
