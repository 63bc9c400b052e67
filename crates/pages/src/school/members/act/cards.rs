//! Cards with new passwords or codes: printed large, in braille, or as one table. Each is made once, from
//! what the act returns.

use std::fmt::Write as _;

use domain::csv_cells::neutralize_formula;
use domain::wire_enum;
use layout::{Language, Wording};
use services::member_acts::{CardContent, CardRequest, CardTexts, MemberAct, SignInCard};

use crate::Page;
use crate::inputs::Choice;
use crate::spelling::{sign_name, split_name};

wire_enum! {
    /// How cards are wanted: a value of the field `cards`.
    #[derive(Default)]
    pub(super) enum CardForm {
        /// A page to print, which is also the confirmation.
        #[default]
        Print = "print",
        /// A file for a braille embosser.
        Braille = "brf",
        Table = "csv",
    }
}

impl CardForm {
    /// Reads the value of the field. What is unknown is printed.
    pub(super) fn read(value: Option<&str>) -> Self {
        value.and_then(|form| form.parse().ok()).unwrap_or_default()
    }

    /// The options of the field. Empty for an act without cards.
    pub(super) fn list_options(self, page: &Page<'_>, act: &MemberAct) -> Vec<Choice> {
        if !act.makes_cards() {
            return Vec::new();
        }
        Choice::list_all(|form| page.value_text("school-cards", form), |form: Self| form == self)
    }

    pub(super) fn to_request(self, page: &Page<'_>, act: &MemberAct, organization: &str) -> CardRequest {
        let braille = (self == Self::Braille).then(|| card_texts(page, act, organization));
        CardRequest { language: page.language(), braille }
    }
}

pub(super) fn card_texts(page: &Page<'_>, act: &MemberAct, organization: &str) -> CardTexts {
    let path = if act.makes_passwords() { "/sign-in" } else { "/enroll" };
    CardTexts {
        heading: format!("{}, {organization}", page.site_name()),
        address_label: page.text("school-card-address"),
        address: page.absolute_address(path),
        sign_in_name_label: page.text("device-sign-in-name"),
        password_label: page.text("device-password"),
        code_label: page.text("school-card-code"),
    }
}

pub(super) struct CardView<'a> {
    pub(super) name: &'a str,
    /// The user name. `None` on a card with a code.
    pub(super) sign_in_name: Option<&'a str>,
    /// The password or the code.
    pub(super) secret: String,
    /// The language of its words, as a BCP 47 tag.
    pub(super) secret_language: &'static str,
    /// The words of a password, or the groups of a code, with spaces between their letters.
    pub(super) spelled: Vec<String>,
    /// The parts of the user name in the same way; signs with their names. Empty on a card with a code.
    pub(super) spelled_name: Vec<String>,
}

impl<'a> CardView<'a> {
    pub(super) fn new<'w>(words: impl Into<Wording<'w>>, card: &'a SignInCard) -> Self {
        let words = words.into();
        let (sign_in_name, secret, language) = match &card.content {
            CardContent::Password { sign_in_name, password, language } => {
                (Some(sign_in_name.as_str()), password.0.clone(), *language)
            }
            CardContent::Code(code) => (None, code.to_groups(), Language::English),
        };
        let spelled = secret.split('-').map(spell).collect();
        let name_parts = sign_in_name.map(split_name).unwrap_or_default();
        let spelled_name = name_parts.into_iter().map(|part| spell_part(words, part)).collect();
        let name = card.name.as_str();
        let secret_language = language.tag();
        Self { name, sign_in_name, secret, secret_language, spelled, spelled_name }
    }
}

/// A part of a name: a word letter by letter, or a sign and its name.
fn spell_part(words: Wording<'_>, part: &str) -> String {
    sign_name(words, part).map_or_else(|| spell(part), |name| format!("{part} ({name})"))
}

fn spell(word: &str) -> String {
    word.chars().map(String::from).collect::<Vec<_>>().join(" ")
}

/// The cards as a file with comma-separated values: UTF-8 with a byte order mark, as spreadsheets expect it.
pub(super) fn write_table(texts: &CardTexts, name_label: &str, cards: &[SignInCard]) -> String {
    let mut table = String::from("\u{feff}");
    let mut write_row = |cells: &[&str]| {
        let cells: Vec<String> = cells.iter().map(|cell| quote_cell(cell)).collect();
        // Writing to a string cannot fail.
        let _ = write!(table, "{}\r\n", cells.join(","));
    };
    let has_codes = cards.iter().any(|card| matches!(card.content, CardContent::Code(_)));
    if has_codes {
        write_row(&[name_label, texts.code_label.as_str(), texts.address_label.as_str()]);
    } else {
        let labels = [&texts.sign_in_name_label, &texts.password_label, &texts.address_label];
        let [sign_in_name, password, address] = labels.map(String::as_str);
        write_row(&[name_label, sign_in_name, password, address]);
    }
    for SignInCard { name, content } in cards {
        let (name, address) = (name.as_str(), texts.address.as_str());
        match content {
            CardContent::Password { sign_in_name, password, .. } => {
                write_row(&[name, sign_in_name.as_str(), password.0.as_str(), address]);
            }
            CardContent::Code(code) => write_row(&[name, code.to_groups().as_str(), address]),
        }
    }
    table
}

/// A cell in quotation marks, which is not a formula.
fn quote_cell(text: &str) -> String {
    format!("\"{}\"", neutralize_formula(text).replace('"', "\"\""))
}

#[cfg(test)]
mod tests {
    use layout::{Language, Wording};
    use services::member_acts::{CardContent, CardTexts, SignInCard};
    use services::values::NewPassword;

    use super::{CardForm, CardView, quote_cell, write_table};
    use crate::texts;

    fn card(name: &str) -> SignInCard {
        let password = NewPassword("lemon-gold-47".to_owned());
        let (sign_in_name, language) = ("ada.brandt".to_owned(), Language::German);
        let content = CardContent::Password { sign_in_name, password, language };
        SignInCard { name: name.to_owned(), content }
    }

    #[test]
    fn each_word_is_spelled() {
        let card = card("Ada Brandt");
        let messages = texts::load_messages();
        let view = CardView::new(Wording { messages: &messages, language: Language::English }, &card);
        assert_eq!(view.spelled, ["l e m o n", "g o l d", "4 7"]);
        assert_eq!(view.spelled_name, ["a d a", ". (dot)", "b r a n d t"]);
        assert_eq!((view.name, view.sign_in_name), ("Ada Brandt", Some("ada.brandt")));
        assert_eq!(view.secret_language, "de");
    }

    #[test]
    fn every_form_of_cards_has_a_name_in_every_language() {
        texts::assert_messages(texts::value_messages::<CardForm>("school-cards"));
    }

    #[test]
    fn a_table_has_a_header_and_no_formulas() {
        let texts = CardTexts {
            heading: "Library".to_owned(),
            address_label: "Address".to_owned(),
            address: "https://library.example/sign-in".to_owned(),
            sign_in_name_label: "User name".to_owned(),
            password_label: "Password".to_owned(),
            code_label: "Code".to_owned(),
        };
        let table = write_table(&texts, "Member", &[card("=HYPERLINK(\"x\")")]);
        assert_eq!(
            table,
            "\u{feff}\"Member\",\"User name\",\"Password\",\"Address\"\r\n\
             \"'=HYPERLINK(\"\"x\"\")\",\"ada.brandt\",\"lemon-gold-47\",\"https://library.example/sign-in\"\r\n"
        );
    }

    #[test]
    fn unknown_forms_are_printed() {
        for (value, form) in
            [(None, CardForm::Print), (Some("brf"), CardForm::Braille), (Some("x"), CardForm::Print)]
        {
            assert_eq!(CardForm::read(value), form);
        }
    }

    #[test]
    fn no_cell_begins_a_formula_or_ends_early() {
        for (text, cell) in [
            ("", "\"\""),
            ("Ada", "\"Ada\""),
            ("=1+1", "\"'=1+1\""),
            ("\t=1", "\"'\t=1\""),
            ("a\",\"=1", "\"a\"\",\"\"=1\""),
        ] {
            assert_eq!(quote_cell(text), cell, "{text}");
        }
    }
}
