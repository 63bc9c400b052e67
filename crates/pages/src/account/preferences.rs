//! /account/preferences: formats, braille, what is listed, and the language of the pages.

use askama::filters::HtmlSafeOutput;
use domain::preferences::BrailleFormat;
use domain::{BrailleGrade, Format, WireEnum as _, access, languages};
use layout::Language;
use services::preferences::{self, AccountPreferences, PreferenceChange};
use services::{Change, Faults};

use super::samples::{PRINT_SENTENCE, braille_sentence, draw_cells, wrap_lines};
use crate::formats::{format_name, language_name};
use crate::inputs::Choice;
use crate::texts::value_message;
use crate::{Fields, Form, Page, Problem, Result, Section, Visitor, render};

pub(crate) struct BrailleOption {
    pub(crate) value: String,
    pub(crate) text: String,
    /// The example's sentence as drawn braille.
    cells: HtmlSafeOutput<String>,
    pub(crate) is_chosen: bool,
}

#[derive(askama::Template)]
#[template(path = "preferences.html")]
struct PreferencesPage<'a> {
    page: Page<'a>,
    formats: Vec<Choice>,
    more_formats: Vec<Choice>,
    languages: Vec<Choice>,
    switches: Vec<Choice>,
    grades: Vec<BrailleOption>,
    codes: Vec<BrailleOption>,
    lines: Vec<BrailleOption>,
    print: &'static str,
}

pub(crate) async fn show_form(visitor: Visitor) -> Result {
    let op = visitor.signed_in_user()?;
    let now = preferences::get(op).await?;
    let page = visitor.page(Section::Account);
    let account = &now.account;
    let today = op.today();
    // A guardian, a sponsor or staff decide for a minor.
    let adult = (!access::is_minor(account, today)).then(|| access::adult_content_allowed(account, today));
    Ok(render(&PreferencesPage {
        formats: format_choices(&page, &now),
        more_formats: more_format_choices(&page, &now),
        languages: language_choices(&page, &now),
        switches: switch_choices(&page, &now, adult),
        grades: grade_choices(&page, &now),
        codes: code_choices(&page, &now),
        lines: line_choices(&page, &now),
        print: PRINT_SENTENCE,
        page,
    }))
}

/// POST: all of them.
pub(crate) async fn save(visitor: Visitor, Form(fields): Form) -> Result {
    let op = visitor.signed_in_user()?;
    let is_minor = access::is_minor(op.account()?, op.today());
    let change = read_change(&fields, is_minor)?;
    preferences::change(op, change, Faults::default()).await?;
    visitor.redirect_with_message("preferences-saved", "/account/preferences")
}

/// Reads the form. A value that it does not offer is refused.
fn read_change(fields: &Fields, is_minor: bool) -> Result<PreferenceChange> {
    let unknown = || Problem::Unreadable;
    if is_minor && fields.get("adult").is_some() {
        return Err(unknown());
    }
    let is_on = |name: &str| Some(fields.get(name).is_some());
    let more_formats = fields.get_all("formats").map(|text| Format::from_path(text).ok_or_else(unknown));
    let more_formats = more_formats.collect::<Result<Vec<Format>>>()?;
    let language = fields.get("language").map(|text| languages::to_terminological(text).ok_or_else(unknown));
    let language = language.transpose()?;
    Ok(PreferenceChange {
        allow_adult_content: is_on("adult").filter(|_| !is_minor),
        show_all_books: is_on("all"),
        show_recommendations: is_on("recommendations"),
        language: language.map_or(Change::Clear, |code| Change::Set(code.to_owned())),
        more_formats: Some(more_formats),
        ..read_reading_change(fields)?
    })
}

/// Reads the fields for the preferred format and for braille; everything else is kept. A value that the form
/// does not offer is refused.
pub(crate) fn read_reading_change(fields: &Fields) -> Result<PreferenceChange> {
    let unknown = || Problem::Unreadable;
    let format = fields.get("format").map(|text| Format::from_path(text).ok_or_else(unknown)).transpose()?;
    let grade =
        fields.get("grade").map(|text| BrailleGrade::parse(text).map_err(|_| unknown())).transpose()?;
    let (braille_format, width) = match fields.get("lines") {
        Some(lines) => {
            let (format, width) = lines.split_once('-').ok_or_else(unknown)?;
            let format = BrailleFormat::parse(format).map_err(|_| unknown())?;
            (Some(format), Some(width.parse().map_err(|_| unknown())?))
        }
        None => (None, None),
    };
    Ok(PreferenceChange {
        allow_adult_content: None,
        show_all_books: None,
        show_recommendations: None,
        language: Change::Keep,
        format: format.map_or(Change::Clear, Change::Set),
        more_formats: None,
        braille_grade: grade,
        braille_format,
        braille_cell_line_width: width,
        use_ueb: fields.get("code").map(|code| code == "ueb"),
        skip_upgrade_reminder: None,
    })
}

pub(crate) fn format_choices(page: &Page<'_>, now: &AccountPreferences) -> Vec<Choice> {
    let chosen = now.preferences.format;
    let none = Choice::new("", page.text("preferences-format-none"), chosen.is_none());
    let formats = Choice::list_all(|format| format_name(page, format), |format| chosen == Some(format));
    [none].into_iter().chain(formats).collect()
}

fn more_format_choices(page: &Page<'_>, now: &AccountPreferences) -> Vec<Choice> {
    let chosen = &now.preferences.more_formats;
    Choice::list_all(|format| format_name(page, format), |format| chosen.contains(&format))
}

/// The languages of pages, and the account's own if it is another one.
fn language_choices(page: &Page<'_>, now: &AccountPreferences) -> Vec<Choice> {
    let own = now.account.language.as_deref();
    let browser = Choice::new("", page.text("preferences-language-browser"), own.is_none());
    let known = Language::ALL.into_iter().map(|language| {
        let code = languages::alpha3(language.tag()).unwrap_or_default();
        let is_own = own.and_then(Language::from_tag) == Some(language);
        Choice::new(code, language.name().to_owned(), is_own)
    });
    let other = own.filter(|code| Language::from_tag(code).is_none());
    let other = other.map(|code| Choice::new(code, language_name(page, code), true));
    [browser].into_iter().chain(known).chain(other).collect()
}

/// `adult` is `None` if the reader cannot choose.
fn switch_choices(page: &Page<'_>, now: &AccountPreferences, adult: Option<bool>) -> Vec<Choice> {
    let adult = adult.map(|adult| Choice::new("adult", page.text("preferences-adult"), adult));
    let recommends = now.preferences.show_recommendations;
    let others = [
        Choice::new("recommendations", page.text("preferences-recommendations"), recommends),
        Choice::new("all", page.text("preferences-all"), now.account.show_all_books),
    ];
    adult.into_iter().chain(others).collect()
}

pub(crate) fn grade_choices(page: &Page<'_>, now: &AccountPreferences) -> Vec<BrailleOption> {
    let grade = |grade: &BrailleGrade| BrailleOption {
        value: grade.to_string(),
        text: page.value_text("braille", *grade),
        cells: draw_cells(braille_sentence(*grade, now.preferences.use_ueb)),
        is_chosen: now.preferences.braille_grade == *grade,
    };
    BrailleGrade::ALL.iter().map(grade).collect()
}

pub(crate) fn code_choices(page: &Page<'_>, now: &AccountPreferences) -> Vec<BrailleOption> {
    let code = |ueb: bool, value: &str, id: &str| BrailleOption {
        value: value.to_owned(),
        text: page.text(id),
        cells: draw_cells(braille_sentence(now.preferences.braille_grade, ueb)),
        is_chosen: now.preferences.use_ueb == ueb,
    };
    vec![code(true, "ueb", "preferences-code-ueb"), code(false, "ebae", "preferences-code-ebae")]
}

/// Braille format and width together, because not every width fits every format.
pub(crate) fn line_choices(page: &Page<'_>, now: &AccountPreferences) -> Vec<BrailleOption> {
    let mut all = Vec::new();
    for format in [BrailleFormat::Refreshable, BrailleFormat::Embossable] {
        for width in format.widths() {
            let now = &now.preferences;
            all.push(BrailleOption {
                value: format!("{format}-{width}"),
                text: page.count(&value_message("preferences-lines", format), u64::from(*width)),
                cells: draw_cells(&wrap_lines(braille_sentence(now.braille_grade, now.use_ueb), *width)),
                is_chosen: now.braille_format == format && now.braille_cell_line_width == *width,
            });
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use domain::artifacts::BrailleGrade;
    use domain::formats::Format;
    use domain::preferences::BrailleFormat;
    use services::Change;

    use super::read_change;
    use crate::fields::Fields;
    use crate::problem::Problem;

    #[test]
    fn the_form_is_read_as_a_whole() {
        let form = "format=BRF&formats=PDF&formats=EPUB3&language=fre&grade=uncontracted&lines=embossable-28&code=ueb&adult=yes";
        let change = read_change(&Fields::parse(form.as_bytes()), false).unwrap();
        assert_eq!(change.format, Change::Set(Format::Brf));
        assert_eq!(change.more_formats, Some(vec![Format::Pdf, Format::Epub3]));
        assert_eq!(change.language, Change::Set("fra".to_owned()));
        assert_eq!(change.braille_grade, Some(BrailleGrade::Uncontracted));
        assert_eq!(
            (change.braille_format, change.braille_cell_line_width),
            (Some(BrailleFormat::Embossable), Some(28))
        );
        assert_eq!((change.use_ueb, change.allow_adult_content), (Some(true), Some(true)));
        assert_eq!((change.show_recommendations, change.show_all_books), (Some(false), Some(false)));
    }

    #[test]
    fn empty_fields_are_cleared_and_values_that_are_not_offered_are_refused() {
        let cleared = read_change(&Fields::parse(b"format=&language="), false).unwrap();
        assert_eq!((cleared.format, cleared.language), (Change::Clear, Change::Clear));
        for bad in [
            "format=MP3", "formats=MP3", "language=xx1", "grade=3", "lines=40", "lines=paper-40",
            "lines=embossable-x",
        ] {
            let refused = read_change(&Fields::parse(bad.as_bytes()), false).unwrap_err();
            assert_eq!(refused, Problem::Unreadable, "{bad}");
        }
    }

    #[test]
    fn a_minor_neither_opens_nor_closes_adult_content() {
        let kept = read_change(&Fields::parse(b"format=BRF"), true).unwrap();
        assert_eq!(kept.allow_adult_content, None, "a guardian's choice stays");
        let refused = read_change(&Fields::parse(b"format=BRF&adult=yes"), true).unwrap_err();
        assert_eq!(refused, Problem::Unreadable);
    }
}
