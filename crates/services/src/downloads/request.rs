//! A request for a copy: its subject, its recipient, and the decision of the access rule.

use std::sync::Arc;

use domain::access::{self, AccessFacts, Decision, ForUser, Refusal, Relation};
use domain::formats::Format;
use domain::ids::{EditionId, SeriesId, TitleId};
use domain::offering::Offering;
use domain::periodicals::Issue;
use domain::readers::Reader;

use crate::caller::Caller;
use crate::error::{Error, Result};
use crate::keys::ErrorKey;
use crate::library::Library;
use crate::titles;

/// The content of a download.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DownloadContent {
    Title(TitleId),
    /// An edition of a periodical.
    Edition {
        /// The periodical.
        series: SeriesId,
        edition: EditionId,
    },
}

/// The copy that a caller asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CopyRequest {
    /// Of what.
    pub content: DownloadContent,
    /// In which format.
    pub format: Format,
    /// Account identifier or user name of the member that the copy is for. `None` if it is for the caller.
    pub for_user: Option<String>,
}

/// A loaded request, with the decision of the access rule.
pub(super) struct Request {
    /// The title or the edition.
    pub(super) content: Arc<dyn Offering>,
    /// The name for its files.
    pub(super) name: String,
    /// The format of the copy.
    pub(super) format: Format,
    /// The recipient of the copy (R of docs/rules/README.md). `None` if that is a guest.
    pub(super) recipient: Option<Arc<Reader>>,
    /// Decision of the access rule.
    pub(super) decision: Decision,
}

impl Request {
    /// Loads what the access rule needs to know: `TITLE_NOT_FOUND`, or `PERIODICAL_NOT_FOUND` and
    /// `EDITION_NOT_FOUND`, if the caller sees nothing there.
    pub(super) async fn load_request(library: &Library, caller: &Caller, copy: &CopyRequest) -> Result<Self> {
        match &copy.content {
            DownloadContent::Title(id) => Self::of_title(library, caller, *id, copy).await,
            DownloadContent::Edition { series, edition } => {
                let issue = find_issue(library, caller, series, edition).await?;
                Self::of_edition(library, caller, issue, copy).await
            }
        }
    }

    async fn of_title(library: &Library, caller: &Caller, id: TitleId, copy: &CopyRequest) -> Result<Self> {
        let title = titles::find_visible(library, caller, id).await?;
        let person = RequestRecipient::load_person(library, caller, copy.for_user.as_deref()).await?;
        let relation = titles::find_relation(library, person.recipient.as_deref(), id, caller.now).await?;
        let name = title.metadata.title.clone();
        Ok(Self::decide_access(library, caller, title, name, copy.format, person, relation))
    }

    async fn of_edition(
        library: &Library,
        caller: &Caller,
        issue: Issue,
        copy: &CopyRequest,
    ) -> Result<Self> {
        let person = RequestRecipient::load_person(library, caller, copy.for_user.as_deref()).await?;
        let downloaded_before = match &person.recipient {
            Some(reader) => {
                let ids = std::slice::from_ref(&issue.edition.id);
                let account = &reader.account.id;
                !store::periodicals::editions::had_by(&library.db, account, ids).await?.is_empty()
            }
            None => false,
        };
        let relation = Relation { downloaded_before, ..Relation::default() };
        let name = issue.full_name();
        Ok(Self::decide_access(library, caller, Arc::new(issue), name, copy.format, person, relation))
    }

    fn decide_access(
        library: &Library,
        caller: &Caller,
        content: Arc<dyn Offering>,
        name: String,
        format: Format,
        person: RequestRecipient,
        relation: Relation,
    ) -> Self {
        let decision = access::decide(&AccessFacts {
            now: caller.now,
            today: caller.today(),
            title: &*content,
            caller: caller.access_facts(),
            recipient: match &person.named_reader {
                Some(reader) => ForUser::Named(reader),
                None if person.names_unknown => ForUser::Unknown,
                None => ForUser::Nobody,
            },
            relation,
            can: library.delivery.capabilities(),
        });
        Self { content, name, format, recipient: person.recipient, decision }
    }

    /// The error of the rule's refusal, if it refuses.
    pub(super) fn access_refusal(&self, caller: &Caller) -> Option<Error> {
        Some(match self.decision.refusal()? {
            Refusal::LoginRequired => Error::SignIn(caller.site.id.clone()),
            Refusal::ForUserRequired => ErrorKey::ForUserRequired.into(),
            Refusal::Forbidden => ErrorKey::Forbidden.into(),
            Refusal::Denied(code) => Error::from_alert(code),
        })
    }
}

/// An edition of a periodical that the caller sees. The edition itself may be withdrawn or expired: the
/// access rule then says so, and a caller with yesterday's address learns why it is closed.
async fn find_issue(library: &Library, caller: &Caller, series: &SeriesId, id: &EditionId) -> Result<Issue> {
    let series = store::periodicals::get(&library.db, series).await?;
    let series = series
        .filter(|series| access::sees_series(series, &caller.access_facts(), &caller.site.id))
        .ok_or(ErrorKey::PeriodicalNotFound)?;
    let edition = store::periodicals::editions::get(&library.db, id).await?;
    let edition = edition.filter(|edition| edition.series == series.id).ok_or(ErrorKey::EditionNotFound)?;
    Ok(Issue::new(Arc::new(series), edition, caller.now))
}

/// The recipient of a request.
struct RequestRecipient {
    /// The person whom the request names.
    named_reader: Option<Arc<Reader>>,
    /// The request names an unknown person.
    names_unknown: bool,
    /// R of docs/rules/README.md.
    recipient: Option<Arc<Reader>>,
}

impl RequestRecipient {
    async fn load_person(library: &Library, caller: &Caller, for_user: Option<&str>) -> Result<Self> {
        // For a guest, who may name no one, nobody is searched for: in any case, signing in could
        // help.
        let named = match for_user.filter(|_| caller.reader.is_some()) {
            Some(user) => store::readers::by_identifier(&library.db, user, caller.now).await?.map(Arc::new),
            None => None,
        };
        let unknown = named.is_none() && for_user.is_some();
        let recipient = named.clone().or_else(|| caller.reader.clone());
        Ok(Self { named_reader: named, names_unknown: unknown, recipient })
    }
}
