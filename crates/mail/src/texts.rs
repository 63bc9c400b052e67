//! Texts of the emails. Each is a template in `templates/`: the subject, an empty line, and plain text in
//! short lines.

use askama::Template;
use jiff::civil::Date;
use vocabulary::Language;

use crate::{Email, MailError};

/// The link to a page where a new password is chosen.
#[derive(Debug, Clone, Template)]
#[template(path = "password_reset.txt")]
pub struct PasswordReset<'a> {
    pub site: &'a str,
    pub name: &'a str,
    /// The name that the person signs in with.
    pub username: &'a str,
    /// Address of the page.
    pub link: &'a str,
}

/// Staff have created an account: the link with which its owner chooses a password.
#[derive(Debug, Clone, Template)]
#[template(path = "account_created.txt")]
pub struct AccountInvitation<'a> {
    pub site: &'a str,
    pub name: &'a str,
    /// The name that the person signs in with.
    pub username: &'a str,
    /// Address of the page where the password is chosen.
    pub link: &'a str,
    /// The last day on which the link is valid.
    pub last_day: Date,
    /// Address of the page where another link is requested.
    pub new_password: &'a str,
    pub language: Language,
}

#[derive(Debug, Clone, Template)]
#[template(path = "password_changed.txt")]
pub struct PasswordChanged<'a> {
    pub site: &'a str,
    pub name: &'a str,
    /// Address of the page where a new password is requested.
    pub link: &'a str,
}

/// The email address or the password was changed with the token of an app.
#[derive(Debug, Clone, Template)]
#[template(path = "account_changed.txt")]
pub struct AccountChanged<'a> {
    pub site: &'a str,
    pub name: &'a str,
    pub email_changed: bool,
    pub password_changed: bool,
    /// Address of the page where the change is undone. `None` if this address may not undo it.
    pub link: Option<&'a str>,
    /// The last day on which it can be undone.
    pub until: Date,
    pub language: Language,
}

/// The link with which somebody who wants to join confirms the email address. The email repeats nothing that
/// was typed: otherwise a stranger could send words of their own to any address.
#[derive(Debug, Clone, Template)]
#[template(path = "join_requested.txt")]
pub struct JoinConfirmation<'a> {
    pub site: &'a str,
    /// True if an organization wants to join, false for a reader.
    pub is_organization: bool,
    /// Address of the page that completes joining.
    pub link: &'a str,
    /// The last day on which the link is valid.
    pub last_day: Date,
    pub language: Language,
}

/// Somebody wanted to join with the email address of an account.
#[derive(Debug, Clone, Template)]
#[template(path = "already_joined.txt")]
pub struct AlreadyJoined<'a> {
    pub site: &'a str,
    pub name: &'a str,
    /// Address of the page where the person signs in.
    pub sign_in: &'a str,
    /// Address of the page where a new password is requested.
    pub new_password: &'a str,
    pub language: Language,
}

/// The request to a competent authority to confirm a disability (docs/rules/accounts.md#rule-9).
#[derive(Debug, Clone, Template)]
#[template(path = "confirmation_asked.txt")]
pub struct ConfirmationRequest<'a> {
    pub site: &'a str,
    /// The authority's name; may be empty.
    pub authority: &'a str,
    /// Name of the person whose disability is to be confirmed.
    pub person: &'a str,
    /// The person's message to the authority, by lines; may be empty.
    pub message: &'a [&'a str],
    /// Address of the page where the disability is confirmed.
    pub link: &'a str,
    /// `recordIdentifier`, for the authority's own software.
    pub record_identifier: &'a str,
    /// The last day on which the link is valid.
    pub last_day: Date,
}

/// An authority has confirmed the person's disability.
#[derive(Debug, Clone, Template)]
#[template(path = "confirmation_given.txt")]
pub struct ConfirmationNotice<'a> {
    pub site: &'a str,
    pub name: &'a str,
}

/// A reader has reported a problem with a title. Who reported it is not in the email: what people read is
/// private.
#[derive(Debug, Clone, Template)]
#[template(path = "problem_reported.txt")]
pub struct ProblemNotice<'a> {
    pub site: &'a str,
    pub number: i64,
    pub title: &'a str,
    pub kind: &'a str,
    /// The reader's own words, by lines; may be empty.
    pub words: &'a [&'a str],
    /// Address of the title's page.
    pub link: &'a str,
}

/// A copy is ready that took long to make. The email does not say of what: what people read is private.
#[derive(Debug, Clone, Template)]
#[template(path = "copy_ready.txt")]
pub struct CopyReady<'a> {
    pub site: &'a str,
    pub name: &'a str,
    /// Address of the page from which the copy is downloaded.
    pub link: &'a str,
    /// Hours for which the copy is kept.
    pub hours: i64,
    pub language: Language,
}

/// A file of members from a folder is held until a sponsor has seen what it would do.
#[derive(Debug, Clone, Template)]
#[template(path = "roster_file_held.txt")]
pub struct RosterHoldNotice<'a> {
    pub site: &'a str,
    pub name: &'a str,
    pub file_name: &'a str,
    /// True if it would remove many members, false if most of its rows have faults.
    pub is_removal: bool,
    /// Address of the page where a sponsor decides.
    pub link: &'a str,
    /// The last day on which that is possible.
    pub last_day: Date,
    pub language: Language,
}

/// Staff decided who is the primary contact of an organization.
#[derive(Debug, Clone, Template)]
#[template(path = "hand_over_decided.txt")]
pub struct HandOverNotice<'a> {
    pub site: &'a str,
    pub name: &'a str,
    pub organization: &'a str,
    /// Name of the sponsor who asked.
    pub sponsor: &'a str,
    /// True if the person is the sponsor who asked, false for the primary contact before.
    pub is_sponsor: bool,
    /// True if the sponsor is the primary contact now.
    pub is_granted: bool,
    /// Address of the page about the primary contact.
    pub link: &'a str,
    pub language: Language,
}

/// Staff admitted or declined an organization that has joined.
#[derive(Debug, Clone, Template)]
#[template(path = "admission_decided.txt")]
pub struct AdmissionNotice<'a> {
    pub site: &'a str,
    /// Name of the primary contact.
    pub name: &'a str,
    pub organization: &'a str,
    pub is_admitted: bool,
    /// Address of the start page of sponsors.
    pub link: &'a str,
    pub language: Language,
}

/// An email with which an administrator sees whether emails arrive.
#[derive(Debug, Clone, Template)]
#[template(path = "mail_test.txt")]
pub struct MailTest<'a> {
    pub site: &'a str,
    pub name: &'a str,
    /// Address of the page where it was requested.
    pub link: &'a str,
    pub language: Language,
}

pub trait EmailText: Template {
    /// Builds the email to this address.
    fn email(&self, to: &str, name: &str) -> Result<Email, MailError> {
        let whole = self.render().map_err(|error| MailError::Email(error.to_string()))?;
        let (subject, text) = whole.split_once("\n\n").unwrap_or((whole.as_str(), ""));
        let (subject, text) = (subject.to_owned(), text.to_owned());
        Ok(Email { to: to.to_owned(), name: name.to_owned(), subject, text })
    }
}

impl<T: Template> EmailText for T {}

#[cfg(test)]
mod tests {
    use super::{
        AccountInvitation, AdmissionNotice, ConfirmationRequest, CopyReady, EmailText as _, HandOverNotice,
        JoinConfirmation, Language, MailTest, ProblemNotice, RosterHoldNotice,
    };

    const SAMPLE_REQUEST: ConfirmationRequest<'_> = ConfirmationRequest {
        site: "Main library",
        authority: "Dr. Lund",
        person: "Uma Patel",
        message: &[],
        link: "https://library.example.org/confirm/abc",
        record_identifier: "abc",
        last_day: jiff::civil::date(2027, 1, 20),
    };

    #[test]
    fn the_members_message_is_quoted() {
        let plain = SAMPLE_REQUEST.email("lund@clinic.example", "Dr. Lund").unwrap();
        assert!(!plain.text.contains("> "), "{}", plain.text);
        let lines = ["We met in May.", "http://elsewhere.example"];
        let quoted = ConfirmationRequest { message: &lines, ..SAMPLE_REQUEST }
            .email("lund@clinic.example", "")
            .unwrap();
        for line in lines {
            assert!(quoted.text.contains(&format!("\n> {line}\n")), "{}", quoted.text);
        }
    }

    #[test]
    fn a_copy_is_announced_in_the_language_of_the_page() {
        let text = |tag| CopyReady {
            site: "Main library",
            name: "Ada",
            link: "https://library.example.org/titles/1001/downloads/DAISY_AUDIO",
            hours: 24,
            language: Language::from_tag(tag).unwrap_or_default(),
        };
        for (tag, subject, words) in [
            ("en", "Your copy from Main library is ready", "kept for 24 hours"),
            ("fr", "Votre copie de Main library est prête", "pendant 24 heures"),
            ("es", "Su copia de Main library está lista", "durante 24 horas"),
            ("de", "Ihre Kopie von Main library ist fertig", "24 Stunden lang"),
            ("pl", "Your copy from Main library is ready", "kept for 24 hours"),
        ] {
            let email = text(tag).email("ada@example.org", "Ada").unwrap();
            assert_eq!(email.subject, subject);
            assert!(
                email.text.contains("\nhttps://library.example.org/titles/1001/downloads/DAISY_AUDIO\n"),
                "{}",
                email.text
            );
            assert!(
                email.text.contains(words) && email.text.lines().all(|line| line.chars().count() <= 76),
                "{}",
                email.text
            );
        }
    }

    #[test]
    fn a_held_file_is_reported_in_the_language_of_the_account() {
        for (tag, subject, removal, faults) in [
            ("en", "A file of your members waits for you at Main library", "remove", "cannot be read"),
            ("fr", "Un fichier de vos membres vous attend à Main library", "retirerait", "illisibles"),
            ("es", "Un archivo de sus miembros le espera en Main library", "Eliminaría", "no se pueden leer"),
            ("de", "Eine Datei mit Ihren Mitgliedern wartet bei Main library", "entfernen", "nicht gelesen"),
        ] {
            for (is_removal, words) in [(true, removal), (false, faults)] {
                let text = RosterHoldNotice {
                    site: "Main library",
                    name: "Petra",
                    file_name: "pupils.csv",
                    is_removal,
                    link: "https://library.example.org/school/import/abc",
                    last_day: jiff::civil::date(2027, 1, 20),
                    language: Language::from_tag(tag).unwrap_or_default(),
                };
                let email = text.email("petra@example.org", "Petra").unwrap();
                assert_eq!(email.subject, subject);
                for said in
                    [words, "pupils.csv", "2027-01-20", "\nhttps://library.example.org/school/import/abc\n"]
                {
                    assert!(email.text.contains(said), "{said} in {}", email.text);
                }
                assert!(email.text.lines().all(|line| line.chars().count() <= 76), "{}", email.text);
            }
        }
    }

    #[test]
    fn a_hand_over_is_reported_to_both_contacts() {
        for (tag, granted, replaced, declined) in [
            ("en", "You are now", "Tess Moss is now", "You are not"),
            ("fr", "Vous êtes désormais", "Tess Moss est désormais", "Vous n’êtes pas"),
            ("es", "Usted es ahora", "Tess Moss es ahora", "Usted no es"),
            ("de", "Sie sind jetzt", "Tess Moss ist jetzt", "Sie sind nicht"),
        ] {
            for (is_sponsor, is_granted, words) in
                [(true, true, granted), (false, true, replaced), (true, false, declined)]
            {
                let text = HandOverNotice {
                    site: "Main library",
                    name: "Petra",
                    organization: "Harbor School",
                    sponsor: "Tess Moss",
                    is_sponsor,
                    is_granted,
                    link: "https://library.example.org/school/primary-contact",
                    language: Language::from_tag(tag).unwrap_or_default(),
                };
                let email = text.email("petra@example.org", "Petra").unwrap();
                assert!(email.subject.contains("Harbor School"), "{}", email.subject);
                for said in [words, "\nhttps://library.example.org/school/primary-contact\n"] {
                    assert!(email.text.contains(said), "{said} in {}", email.text);
                }
                assert!(email.text.lines().all(|line| line.chars().count() <= 76), "{}", email.text);
            }
        }
    }

    #[test]
    fn somebody_with_a_new_account_learns_how_to_choose_a_password() {
        for (tag, subject) in [
            ("en", "Your account at Main library"),
            ("fr", "Votre compte à Main library"),
            ("es", "Su cuenta en Main library"),
            ("de", "Ihr Konto bei Main library"),
        ] {
            let text = AccountInvitation {
                site: "Main library",
                name: "Ada",
                username: "ada@example.org",
                link: "https://library.example.org/oauth/new-password/abc",
                last_day: jiff::civil::date(2027, 1, 20),
                new_password: "https://library.example.org/oauth/forgot-password",
                language: Language::from_tag(tag).unwrap_or_default(),
            };
            let email = text.email("ada@example.org", "Ada").unwrap();
            assert_eq!(email.subject, subject);
            for line in [text.link, text.new_password, text.username] {
                assert!(email.text.contains(&format!("\n{line}\n")), "{line} in {}", email.text);
            }
            assert!(email.text.contains("2027-01-20"), "{}", email.text);
            assert!(email.text.lines().all(|line| line.chars().count() <= 76), "{}", email.text);
        }
    }

    #[test]
    fn a_test_email_says_where_it_was_requested() {
        for (tag, subject) in [
            ("en", "Test email from Main library"),
            ("fr", "Courriel d’essai de Main library"),
            ("es", "Correo de prueba de Main library"),
            ("de", "Test-E-Mail von Main library"),
        ] {
            let link = "https://library.example.org/system/emails";
            let language = Language::from_tag(tag).unwrap_or_default();
            let text = MailTest { site: "Main library", name: "Ada", link, language };
            let email = text.email("ada@example.org", "Ada").unwrap();
            assert_eq!(email.subject, subject);
            assert!(email.text.contains(&format!("\n{link}\n")), "{}", email.text);
            assert!(email.text.lines().all(|line| line.chars().count() <= 76), "{}", email.text);
        }
    }

    #[test]
    fn an_admission_is_reported_in_the_language_of_the_account() {
        for (tag, admitted, declined) in [
            ("en", "has admitted", "could not admit"),
            ("fr", "a admis", "n’a pas pu admettre"),
            ("es", "ha admitido", "no ha podido admitir"),
            ("de", "aufgenommen", "nicht aufnehmen"),
        ] {
            for (is_admitted, words) in [(true, admitted), (false, declined)] {
                let text = AdmissionNotice {
                    site: "Main library",
                    name: "Petra",
                    organization: "Harbor School",
                    is_admitted,
                    link: "https://library.example.org/school",
                    language: Language::from_tag(tag).unwrap_or_default(),
                };
                let email = text.email("petra@example.org", "Petra").unwrap();
                assert!(email.subject.contains("Main library"), "{}", email.subject);
                for said in [words, "\nHarbor School\n", "\nhttps://library.example.org/school\n"] {
                    assert!(email.text.contains(said), "{said} in {}", email.text);
                }
                assert!(email.text.lines().all(|line| line.chars().count() <= 76), "{}", email.text);
            }
        }
    }

    #[test]
    fn joining_is_confirmed_in_the_language_of_the_page() {
        for (tag, subject, reader, organization) in [
            (
                "en",
                "Confirm your email address for Main library",
                "wants to join",
                "registers an organization",
            ),
            (
                "fr",
                "Confirmez votre adresse pour Main library",
                "veut s’inscrire",
                "inscrit une organisation",
            ),
            (
                "es",
                "Confirme su dirección para Main library",
                "quiere inscribirse",
                "registra una organización",
            ),
            ("de", "Bestätigen Sie Ihre E-Mail-Adresse für Main library", "möchte sich", "eine Organisation"),
        ] {
            for (is_organization, words) in [(false, reader), (true, organization)] {
                let text = JoinConfirmation {
                    site: "Main library",
                    is_organization,
                    link: "https://library.example.org/join/confirm/abc",
                    last_day: jiff::civil::date(2027, 1, 20),
                    language: Language::from_tag(tag).unwrap_or_default(),
                };
                let email = text.email("ada@example.org", "").unwrap();
                assert_eq!(email.subject, subject);
                assert!(
                    email.text.contains("\nhttps://library.example.org/join/confirm/abc\n"),
                    "{}",
                    email.text
                );
                assert!(email.text.contains(words) && email.text.contains("2027-01-20"), "{}", email.text);
                assert!(email.text.lines().all(|line| line.chars().count() <= 76), "{}", email.text);
            }
        }
    }

    #[test]
    fn a_problem_is_quoted() {
        let report = ProblemNotice {
            site: "Main library",
            number: 7,
            title: "Ferries",
            kind: "sound",
            words: &["Chapter 2 stops.", "", "The rest is fine."],
            link: "https://library.example.org/titles/1001",
        };
        let email = report.email("collection@library.example", "").unwrap();
        assert_eq!(email.subject, "Problem 7 in Main library: sound");
        for line in [
            "> Chapter 2 stops.\n",
            "> The rest is fine.\n",
            "Ferries",
            "https://library.example.org/titles/1001",
        ] {
            assert!(email.text.contains(line), "{line} in {}", email.text);
        }
        assert!(email.text.contains("openshelf admin problems close 7"), "{}", email.text);
        let silent = ProblemNotice { words: &[], ..report }.email("collection@library.example", "").unwrap();
        assert!(!silent.text.contains("> "), "{}", silent.text);
    }

    #[test]
    fn an_email_names_the_person_and_the_last_day() {
        let email = SAMPLE_REQUEST.email("lund@clinic.example", "Dr. Lund").unwrap();
        assert_eq!(email.subject, "Uma Patel asks you to confirm a disability for Main library");
        for word in
            ["Dr. Lund", "Uma Patel", "\nhttps://library.example.org/confirm/abc\n", "2027-01-20", "abc"]
        {
            assert!(email.text.contains(word), "{word} in {}", email.text);
        }
    }
}
