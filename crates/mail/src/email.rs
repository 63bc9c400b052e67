//! One email.

use std::borrow::Cow;

use jiff::Timestamp;
use lettre::message::header::{ContentTransferEncoding, ContentType, Header, HeaderName, HeaderValue};
use lettre::message::{Body, Mailbox, Message};
use url::Host;

use crate::MailError;

/// The longest line that mail servers must accept, in bytes (RFC 5321, 4.5.3.1.6).
const MAX_LINE_BYTES: usize = 998;

/// A plain-text email to one person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Email {
    pub to: String,
    /// The person's name, shown next to the address; may be empty.
    pub name: String,
    pub subject: String,
    pub text: String,
}

impl Email {
    /// Builds the message. `id` is its unique identifier, made of characters of a domain name. `eight_bit`
    /// leaves all characters unencoded: fine in a file, but not for every mail server.
    pub(crate) fn build_message(
        &self,
        from: &Mailbox,
        id: &str,
        date: Timestamp,
        eight_bit: bool,
    ) -> Result<Message, MailError> {
        let unfit = |error: &dyn std::fmt::Display| MailError::Email(error.to_string());
        let address = to_ascii_domain(&self.to).parse().map_err(|error| unfit(&error))?;
        let name = to_one_line(&self.name);
        let to = Mailbox::new((!name.is_empty()).then_some(name), address);
        Message::builder()
            .from(from.clone())
            .to(to)
            .subject(to_one_line(&self.subject))
            .date(date.into())
            .message_id(Some(format!("<{id}@{}>", from.email.domain())))
            .header(AutoSubmitted)
            .header(ContentType::TEXT_PLAIN)
            .body(build_body(&self.text, eight_bit))
            .map_err(|error| unfit(&error))
    }
}

/// The unencoded text, so that a link stays on one line in every program; encoded only where transport
/// requires it.
fn build_body(text: &str, eight_bit: bool) -> Body {
    let plain = text.lines().all(|line| line.len() <= MAX_LINE_BYTES);
    let encoding = match (plain, text.is_ascii()) {
        (true, true) => ContentTransferEncoding::SevenBit,
        (true, false) if eight_bit => ContentTransferEncoding::EightBit,
        _ => return Body::new(text.to_owned()),
    };
    let lines: String = text.lines().flat_map(|line| [line, "\r\n"]).collect();
    Body::dangerous_pre_encoded(lines.into_bytes(), encoding)
}

/// The address with its domain in ASCII, which every mail server accepts: `ada@xn--mnchen-3ya.example` for
/// `ada@münchen.example`.
pub(crate) fn to_ascii_domain(address: &str) -> Cow<'_, str> {
    let host = address.rsplit_once('@').filter(|(_, domain)| !domain.is_ascii());
    let host = host.and_then(|(user, domain)| Some((user, Host::parse(domain).ok()?)));
    host.map_or(Cow::Borrowed(address), |(user, host)| format!("{user}@{host}").into())
}

/// Replaces line breaks with spaces, so that a value cannot begin another header.
fn to_one_line(text: &str) -> String {
    let spaced: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    spaced.trim().to_owned()
}

/// `Auto-Submitted: auto-generated` (RFC 3834), so that no auto-reply is sent.
#[derive(Debug, Clone, Copy)]
struct AutoSubmitted;

impl Header for AutoSubmitted {
    fn name() -> HeaderName {
        HeaderName::new_from_ascii_str("Auto-Submitted")
    }

    fn parse(_: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        Ok(Self)
    }

    fn display(&self) -> HeaderValue {
        HeaderValue::new(Self::name(), "auto-generated".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use lettre::message::Mailbox;

    use super::Email;

    fn format_message(email: &Email) -> String {
        let from: Mailbox = "Our Library <library@example.org>".parse().unwrap();
        let message =
            email.build_message(&from, "m1", "2026-11-21T10:00:00Z".parse().unwrap(), false).unwrap();
        String::from_utf8(message.formatted()).unwrap()
    }

    fn sample_email() -> Email {
        Email {
            to: "ada@example.org".into(),
            name: "Ada Reed".into(),
            subject: "New password".into(),
            text: "Hello Ada,\n\nhttps://library.example.org/oauth/new-password/abc\n".into(),
        }
    }

    #[test]
    fn a_message_has_headers_and_unchanged_text() {
        let text = format_message(&sample_email());
        for line in [
            "From: \"Our Library\" <library@example.org>\r\n",
            "To: \"Ada Reed\" <ada@example.org>\r\n",
            "Subject: New password\r\n",
            "Date: Sat, 21 Nov 2026 10:00:00 +0000\r\n",
            "Message-ID: <m1@example.org>\r\n",
            "Auto-Submitted: auto-generated\r\n",
            "Content-Type: text/plain; charset=utf-8\r\n",
            "\r\nHello Ada,\r\n\r\nhttps://library.example.org/oauth/new-password/abc\r\n",
        ] {
            assert!(text.contains(line), "{line:?} in {text}");
        }
    }

    #[test]
    fn a_long_link_stays_on_one_line() {
        let link = format!("https://library.example.org/oauth/new-password/{}", "x_-9".repeat(40));
        let text = format!("Hello,\n\n{link}\n");
        let plain = format_message(&Email { text: text.clone(), ..sample_email() });
        assert!(plain.contains(&format!("\r\n{link}\r\n")), "{plain}");
        assert!(plain.contains("Content-Transfer-Encoding: 7bit\r\n"), "{plain}");
        // Text with non-ASCII characters is encoded, except in a file.
        let foreign = Email { text: format!("Grüße\n{text}"), ..sample_email() };
        assert!(format_message(&foreign).contains("Content-Transfer-Encoding: quoted-printable\r\n"));
        let from: Mailbox = "library@example.org".parse().unwrap();
        let message = foreign.build_message(&from, "m1", jiff::Timestamp::UNIX_EPOCH, true).unwrap();
        let file = String::from_utf8(message.formatted()).unwrap();
        assert!(file.contains(&format!("\r\n{link}\r\n")) && file.contains("\r\nGrüße\r\n"), "{file}");
    }

    #[test]
    fn a_name_or_subject_adds_no_header() {
        let text = format_message(&Email {
            name: "Ada\r\nBcc: eve@example.org".into(),
            subject: "Hello\r\nBcc: eve@example.org\r\n\r\ntext".into(),
            ..sample_email()
        });
        assert!(!text.lines().any(|line| line.starts_with("Bcc:")), "{text}");
    }

    #[test]
    fn a_domain_in_other_letters_is_sent_in_ascii() {
        let text = format_message(&Email { to: "ada@münchen.example".into(), ..sample_email() });
        assert!(text.contains("<ada@xn--mnchen-3ya.example>\r\n"), "{text}");
    }

    #[test]
    fn rejects_an_invalid_address_permanently() {
        let from: Mailbox = "library@example.org".parse().unwrap();
        let unfit = Email { to: "nobody".into(), ..sample_email() };
        let error = unfit.build_message(&from, "m1", jiff::Timestamp::UNIX_EPOCH, false).unwrap_err();
        assert!(error.is_permanent());
    }
}
