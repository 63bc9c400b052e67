//! Texts of the emails that staff send from templates.

use askama::Template;
use jiff::civil::Date;
use vocabulary::{Language, StaffEmailKind};

/// An email that staff send from a template. The preview and the sending write it alike.
#[derive(Debug, Clone, Template)]
#[template(path = "from_staff.txt")]
pub struct StaffNotice<'a> {
    /// The library's name.
    pub site: &'a str,
    pub name: &'a str,
    pub kind: StaffEmailKind,
    /// True if the person has submitted a proof and more is needed: then an email about a missing proof says
    /// this, instead of that there is none.
    pub is_more_needed: bool,
    /// A sentence of the sender's own, by lines ([`wrap_words`]); may be empty.
    pub sentence: &'a [String],
    /// The last day of the subscription. `None` if it is unknown.
    pub subscription_end: Option<Date>,
    /// Address of the page where the person continues.
    pub link: &'a str,
    pub language: Language,
}

const MAX_LINE_CHARS: usize = 72;

/// The words of a text in lines of 72 characters; a longer word has a line of its own.
pub fn wrap_words(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= MAX_LINE_CHARS => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use vocabulary::WireEnum as _;

    use super::{Language, StaffEmailKind, StaffNotice, wrap_words};
    use crate::Email;
    use crate::texts::EmailText as _;

    fn write_notice(
        kind: StaffEmailKind,
        is_more_needed: bool,
        language: Language,
        sentence: &[String],
    ) -> Email {
        let text = StaffNotice {
            site: "Main library",
            name: "Ada",
            kind,
            is_more_needed,
            sentence,
            subscription_end: Some(jiff::civil::date(2027, 1, 20)),
            link: "https://library.example.org/account",
            language,
        };
        text.email("ada@example.org", "Ada").unwrap()
    }

    #[test]
    fn an_email_from_staff_has_their_sentence_and_the_end_of_the_subscription() {
        let sentence = wrap_words(&"The letter has no signature. ".repeat(6));
        assert!(sentence.len() > 2 && sentence.iter().all(|line| line.chars().count() <= 72), "{sentence:?}");
        for language in Language::ALL {
            for kind in StaffEmailKind::ALL.iter().copied() {
                let email = write_notice(kind, false, language, &sentence);
                assert!(email.subject.contains("Main library"), "{}", email.subject);
                for said in ["Ada", "has no signature.", "\nhttps://library.example.org/account\n"] {
                    assert!(email.text.contains(said), "{said} in {}", email.text);
                }
                let names_end = email.text.contains("2027-01-20");
                assert_eq!(names_end, kind == StaffEmailKind::SubscriptionEnds, "{}", email.text);
                assert!(email.text.lines().all(|line| line.chars().count() <= 76), "{}", email.text);
                assert!(!email.text.contains("\n\n\n"), "{}", email.text);
            }
        }
    }

    #[test]
    fn an_email_about_a_missing_proof_says_if_more_is_needed() {
        for (language, none_yet, not_enough) in [
            (Language::English, "We have none yet.", "it is not enough yet"),
            (Language::French, "Nous n’en avons pas encore.", "il ne suffit pas encore"),
            (Language::Spanish, "Todavía no tenemos ninguno.", "todavía no basta"),
            (Language::German, "Wir haben noch keinen.", "er reicht noch nicht"),
        ] {
            for kind in StaffEmailKind::ALL.iter().copied() {
                let plain = write_notice(kind, false, language, &[]);
                let more = write_notice(kind, true, language, &[]);
                if kind != StaffEmailKind::ProofMissing {
                    assert_eq!((plain.subject, plain.text), (more.subject, more.text), "{kind}");
                    continue;
                }
                let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
                let (plain_text, more_text) = (words(&plain.text), words(&more.text));
                assert!(plain_text.contains(none_yet) && !plain_text.contains(not_enough), "{plain_text}");
                assert!(more_text.contains(not_enough) && !more_text.contains(none_yet), "{more_text}");
                assert!(more_text.contains("https://library.example.org/account"), "{more_text}");
                assert!(plain.subject != more.subject && more.subject.contains("Main library"));
                assert!(more.text.lines().all(|line| line.chars().count() <= 76), "{}", more.text);
                assert!(!more.text.contains("\n\n\n"), "{}", more.text);
            }
        }
    }
}
