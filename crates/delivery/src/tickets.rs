//! Tickets: signed, unguessable strings that represent a file for a limited time
//! (docs/rules/downloads.md#rule-4, docs/rules/downloads.md#rule-7). A ticket is `<claims>.<signature>`, both
//! base64url, one path segment of at most [`MAX_CHARS`] characters. Its holder may download the file; nothing
//! is stored for it.
//!
//! A key is at most [`Key::MAX_BYTES`] bytes, and names and media types from books are truncated to fit, so
//! every issued ticket can be opened.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain::DownloadId;
use domain::downloads::{DELIVERY_LIFETIME, RESOURCE_LIFETIME};
use jiff::Timestamp;
use rand::Rng;
use secrets::PurposeKey;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::{Key, media_types};

pub const MAX_CHARS: usize = 1024;

/// Limit of a file name in a ticket, bytes; a longer one is cut before its extension.
const MAX_NAME_BYTES: usize = 60;

/// Media type and disposition of the delivery address.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Media {
    /// `application/octet-stream` as an attachment: packages and source files
    /// (docs/rules/downloads.md#rule-4).
    #[serde(rename = "a")]
    Attachment,
    /// The file's own media type: single files of a package (docs/rules/downloads.md#rule-7).
    #[serde(rename = "i")]
    Inline(String),
}

/// One file at its delivery address.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileTicket {
    #[serde(rename = "k")]
    pub key: Key,
    /// The name that it is saved under, for example `emma.epub`.
    #[serde(rename = "n")]
    pub name: String,
    /// Media type and disposition.
    #[serde(rename = "m")]
    pub media: Media,
    /// The record whose first complete download counts; `None` for source files, and for single files of a
    /// package that was downloaded before.
    #[serde(rename = "d", default, skip_serializing_if = "Option::is_none")]
    pub download: Option<DownloadId>,
}

/// One file of a package, in the list of resources: replaces API key and token for 24 hours.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResourceTicket {
    /// The record of the copy: implies title, format, and recipient.
    #[serde(rename = "d")]
    pub download: DownloadId,
    /// The resource id of the file.
    #[serde(rename = "r")]
    pub resource: String,
}

/// Grants access to all files of a package, each by its path, for 24 hours without key and token.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StreamTicket {
    /// The record of the copy: implies title, format, and recipient.
    #[serde(rename = "s")]
    pub stream: DownloadId,
}

/// Reasons to refuse a ticket; both are 403 `LINK_EXPIRED` on the wire.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TicketError {
    /// Not issued by this server, damaged, or issued for another use.
    #[error("the ticket is not valid")]
    Invalid,
    #[error("the ticket has expired")]
    Expired,
}

/// Issues and checks tickets with one secret key. Each kind has its own purpose, so that a ticket of one kind
/// is never accepted as another.
#[derive(Debug, Clone)]
pub struct Tickets {
    files: PurposeKey,
    resources: PurposeKey,
    streams: PurposeKey,
}

/// The signed data: the claims, the second at which they expire, and a nonce that makes two tickets of one
/// second differ.
#[derive(Serialize, Deserialize)]
struct SignedClaims<T> {
    #[serde(flatten)]
    claims: T,
    #[serde(rename = "e")]
    expires: i64,
    #[serde(rename = "x", default, skip_serializing_if = "Option::is_none")]
    nonce: Option<String>,
}

impl Tickets {
    /// Builds tickets with a secret key, the same on every node.
    pub fn new(key: &[u8]) -> Self {
        Self {
            files: PurposeKey::new(key, b"file\0"),
            resources: PurposeKey::new(key, b"resource\0"),
            streams: PurposeKey::new(key, b"stream\0"),
        }
    }

    /// The ticket of a delivery address, valid for 60 minutes and never the same twice
    /// (docs/rules/downloads.md#rule-3).
    pub fn mint_file(&self, ticket: &FileTicket, rng: &mut impl Rng, now: Timestamp) -> String {
        let mut nonce = [0; 9];
        rng.fill_bytes(&mut nonce);
        let claims = FileTicket {
            name: shorten_name(&ticket.name),
            media: ticket.media.without_markup(),
            ..ticket.clone()
        };
        let expires = (now + DELIVERY_LIFETIME).as_second();
        let nonce = Some(URL_SAFE_NO_PAD.encode(nonce));
        seal_claims(&self.files, &SignedClaims { claims, expires, nonce })
    }

    /// Opens the ticket of a delivery address.
    pub fn open_file(&self, text: &str, now: Timestamp) -> Result<FileTicket, TicketError> {
        open_claims(&self.files, text, now)
    }

    /// The `ticket` parameter of one file resource, valid for 24 hours.
    pub fn mint_resource(&self, ticket: &ResourceTicket, now: Timestamp) -> String {
        let expires = (now + RESOURCE_LIFETIME).as_second();
        seal_claims(&self.resources, &SignedClaims { claims: ticket, expires, nonce: None })
    }

    /// Opens a `ticket` parameter.
    pub fn open_resource(&self, text: &str, now: Timestamp) -> Result<ResourceTicket, TicketError> {
        open_claims(&self.resources, text, now)
    }

    /// The ticket in the addresses of a package's files, good for 24 hours.
    pub fn mint_stream(&self, ticket: &StreamTicket, now: Timestamp) -> String {
        let expires = (now + RESOURCE_LIFETIME).as_second();
        seal_claims(&self.streams, &SignedClaims { claims: ticket, expires, nonce: None })
    }

    /// Opens a ticket of a package's files.
    pub fn open_stream(&self, text: &str, now: Timestamp) -> Result<StreamTicket, TicketError> {
        open_claims(&self.streams, text, now)
    }
}

fn seal_claims<T: Serialize>(key: &PurposeKey, claims: &SignedClaims<T>) -> String {
    let text = key.seal_note(claims).expect("claims serialize to JSON");
    debug_assert!(text.len() <= MAX_CHARS, "a ticket of {} characters", text.len());
    text
}

/// Opens a ticket. One with unknown claims of a newer program is refused, because they may restrict it.
fn open_claims<T>(key: &PurposeKey, text: &str, now: Timestamp) -> Result<T, TicketError>
where
    T: Serialize + DeserializeOwned,
{
    let opened = if text.len() <= MAX_CHARS { key.open_note(text) } else { None };
    let signed: SignedClaims<T> = opened.ok_or(TicketError::Invalid)?;
    if now.as_second() < signed.expires { Ok(signed.claims) } else { Err(TicketError::Expired) }
}

impl Media {
    /// Replaces a media type that files of books have, because books may state anything.
    fn without_markup(&self) -> Self {
        match self {
            Self::Inline(own) => Self::Inline(media_types::served_media_type(own).to_owned()),
            Self::Attachment => Self::Attachment,
        }
    }
}

/// A file name of at most [`MAX_NAME_BYTES`] bytes that keeps its extension, without control characters.
fn shorten_name(name: &str) -> String {
    let name = name.replace(char::is_control, "_");
    if name.len() <= MAX_NAME_BYTES {
        return name;
    }
    let (stem, extension) = name.rsplit_once('.').filter(|(_, e)| e.len() < 10).unwrap_or((&name, "bin"));
    format!("{}.{extension}", &stem[..stem.floor_char_boundary(MAX_NAME_BYTES - extension.len() - 1)])
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;

    use super::*;

    fn new_tickets() -> Tickets {
        Tickets::new(&[1; 32])
    }

    #[test]
    fn a_ticket_with_claims_of_a_newer_program_is_refused() {
        /// A ticket of a newer program.
        #[derive(Serialize)]
        struct Newer {
            s: i64,
            #[serde(skip_serializing_if = "Option::is_none")]
            audience: Option<&'static str>,
        }
        let open = |audience| {
            let claims = Newer { s: 1, audience };
            let text =
                seal_claims(&new_tickets().streams, &SignedClaims { claims, expires: 10, nonce: None });
            new_tickets().open_stream(&text, Timestamp::UNIX_EPOCH)
        };
        assert!(open(None).is_ok());
        assert_eq!(open(Some("members")), Err(TicketError::Invalid));
    }

    fn mint_file_ticket(ticket: &FileTicket, now: Timestamp) -> String {
        new_tickets().mint_file(ticket, &mut rand::rngs::StdRng::seed_from_u64(1), now)
    }

    fn file_ticket() -> FileTicket {
        FileTicket {
            key: Key::parse("packages/42-BwcHBwcHBwcHBwcH.epub").unwrap(),
            name: "emma.epub".into(),
            media: Media::Attachment,
            download: Some(DownloadId(42)),
        }
    }

    fn at_second(second: i64) -> Timestamp {
        Timestamp::from_second(second).unwrap()
    }

    #[test]
    fn a_delivery_address_works_for_sixty_minutes() {
        let text = mint_file_ticket(&file_ticket(), at_second(1_000));
        assert_eq!(new_tickets().open_file(&text, at_second(1_000)), Ok(file_ticket()));
        assert_eq!(new_tickets().open_file(&text, at_second(1_000 + 3_599)), Ok(file_ticket()));
        assert_eq!(new_tickets().open_file(&text, at_second(1_000 + 3_600)), Err(TicketError::Expired));
    }

    #[test]
    fn a_resource_address_works_for_a_day() {
        let ticket = ResourceTicket { download: DownloadId(7), resource: "q-3b".into() };
        let text = new_tickets().mint_resource(&ticket, at_second(0));
        assert_eq!(new_tickets().open_resource(&text, at_second(86_399)), Ok(ticket));
        assert_eq!(new_tickets().open_resource(&text, at_second(86_400)), Err(TicketError::Expired));
    }

    #[test]
    fn addresses_of_a_whole_copy_work_for_a_day_and_are_no_others() {
        let ticket = StreamTicket { stream: DownloadId(7) };
        let text = new_tickets().mint_stream(&ticket, at_second(0));
        assert_eq!(new_tickets().open_stream(&text, at_second(86_399)), Ok(ticket));
        assert_eq!(new_tickets().open_stream(&text, at_second(86_400)), Err(TicketError::Expired));
        assert_eq!(new_tickets().open_resource(&text, at_second(0)), Err(TicketError::Invalid));
        assert_eq!(
            new_tickets().open_stream(&mint_file_ticket(&file_ticket(), at_second(0)), at_second(0)),
            Err(TicketError::Invalid)
        );
    }

    #[test]
    fn tickets_of_earlier_versions_are_accepted() {
        let file = "eyJrIjoicGFja2FnZXMvNDItQndjSEJ3Y0hCd2NIQndjSC5lcHViIiwibiI6ImVtbWEuZXB1YiIsIm0iOiJhIiwiZCI6N\
                    DIsImUiOjM2MDAsIngiOiJBQUFBQUFBQUFBQUEifQ.f8_cr72PT8Bq3-gVl2trQIZD8kQ2uZTS3sQiIhx7R34";
        assert_eq!(new_tickets().open_file(file, at_second(3_599)), Ok(file_ticket()));
        let resource = ResourceTicket { download: DownloadId(7), resource: "q-3b".into() };
        assert_eq!(
            new_tickets().mint_resource(&resource, at_second(0)),
            "eyJkIjo3LCJyIjoicS0zYiIsImUiOjg2NDAwfQ.WDewTtr1nuMTgZTSo9KwR77KMnTdf3CFPMdCRGbW7mM"
        );
        assert_eq!(
            new_tickets().mint_stream(&StreamTicket { stream: DownloadId(7) }, at_second(0)),
            "eyJzIjo3LCJlIjo4NjQwMH0.WO1fg4GvLCinGY3S1TUzNr-qsqQDCyx1UEzUwcz3CCc"
        );
    }

    #[test]
    fn rejects_a_ticket_with_any_character_changed() {
        let text = mint_file_ticket(&file_ticket(), at_second(0));
        for i in 0..text.len() {
            let mut changed = text.clone().into_bytes();
            changed[i] = if changed[i] == b'A' { b'B' } else { b'A' };
            let changed = String::from_utf8(changed).unwrap();
            assert_eq!(new_tickets().open_file(&changed, at_second(0)), Err(TicketError::Invalid), "at {i}");
        }
        for broken in ["", ".", "a.b", &text[..text.len() - 1], &format!("{text}A"), &"a".repeat(10_000)] {
            assert_eq!(new_tickets().open_file(broken, at_second(0)), Err(TicketError::Invalid), "{broken}");
        }
    }

    #[test]
    fn a_ticket_serves_one_use_and_one_server() {
        let resource = ResourceTicket { download: DownloadId(7), resource: "x".into() };
        let text = new_tickets().mint_resource(&resource, at_second(0));
        assert_eq!(new_tickets().open_file(&text, at_second(0)), Err(TicketError::Invalid));
        assert_eq!(Tickets::new(&[2; 32]).open_resource(&text, at_second(0)), Err(TicketError::Invalid));
    }

    #[test]
    fn each_response_has_a_fresh_address() {
        let mut rng = rand::rngs::StdRng::seed_from_u64(7);
        let texts = [0; 2].map(|_| new_tickets().mint_file(&file_ticket(), &mut rng, at_second(0)));
        assert_ne!(texts[0], texts[1]);
        assert!(texts.iter().all(|text| new_tickets().open_file(text, at_second(0)) == Ok(file_ticket())));
    }

    #[test]
    fn every_ticket_opens_whatever_names_a_book_contains() {
        let hash = "0f".repeat(32);
        let keys = [
            format!("packages/{}-BwcHBwcHBwcHBwcH.epub", i64::MAX),
            format!("artifacts/{hash}/BRF-12-40-embossable-contracted-ueb.brf"),
            format!("resources/{hash}-DAISY_2_AUDIO-12/BwcHBwcHBwcHBwcH-350.xhtml"),
            "k".repeat(Key::MAX_BYTES),
        ];
        let longest = media_types::OF_BOOK_FILES.iter().max_by_key(|own| own.len()).unwrap();
        let media = [Media::Attachment, Media::Inline((*longest).into())];
        let names =
            ["ä".repeat(100), "\"".repeat(100), "\\".repeat(100), "\u{1}".repeat(100), "漢".repeat(100)];
        for key in &keys {
            for media in &media {
                for name in &names {
                    let ticket = FileTicket {
                        key: Key::parse(key).unwrap(),
                        name: format!("{name}.epub"),
                        media: media.clone(),
                        download: Some(DownloadId(i64::MAX)),
                    };
                    let text = mint_file_ticket(&ticket, at_second(99_999_999_999));
                    assert!(text.len() <= MAX_CHARS, "{} characters: {ticket:?}", text.len());
                    assert!(
                        text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.')),
                        "{text}"
                    );
                    let opened = new_tickets().open_file(&text, at_second(99_999_999_999)).unwrap();
                    assert_eq!((&opened.key, &opened.media), (&ticket.key, &ticket.media));
                    let extension = opened.name.rsplit_once('.').map(|(_, extension)| extension);
                    assert!(
                        extension == Some("epub") && opened.name.len() <= MAX_NAME_BYTES,
                        "{}",
                        opened.name
                    );
                }
            }
        }
    }

    #[test]
    fn an_unknown_media_type_becomes_that_of_arbitrary_files() {
        let odd = ["text/html\r\nset-cookie: a=b", "image/png\"><script>", "text/ä", &"a".repeat(1000), ""];
        for odd in odd {
            let text = mint_file_ticket(
                &FileTicket { media: Media::Inline(odd.to_owned()), ..file_ticket() },
                at_second(0),
            );
            let opened = new_tickets().open_file(&text, at_second(0)).unwrap();
            assert_eq!(opened.media, Media::Inline("application/octet-stream".into()), "{odd:?}");
        }
    }
}
