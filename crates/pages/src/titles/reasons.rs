//! The reasons why a title is closed, in full sentences, and links that help.

use domain::access::{Alert, AlertCode};
pub(crate) use layout::reasons::next_book_text;
use services::titles::Alternatives;
use services::views::TitleView;

use crate::search::Filters;
use crate::{Link, Page, format_day_of, steps};

/// A reason, as the page of a title shows it.
pub(crate) struct ClosedReason {
    pub(crate) text: String,
    /// A sentence about who helps, if there is no link to them.
    pub(crate) help: Option<String>,
    pub(crate) ways: Vec<Link>,
}

impl ClosedReason {
    /// The reasons of an access decision, those first that close the title. The alternatives follow the first
    /// reason that nothing here can change; similar titles are on the page at `path`.
    pub(crate) fn from_alerts(
        page: &Page<'_>,
        alerts: &[Alert],
        alternatives: &Alternatives,
        path: &str,
    ) -> Vec<Self> {
        let mut alerts: Vec<&Alert> = alerts.iter().collect();
        alerts.sort_by_key(|alert| !alert.is_error());
        let mut others = Some(alternative_links(page, alternatives, path));
        let reason = |alert: &Alert| {
            let mut ways = match alert.code {
                AlertCode::Replaced => replacement_link(page, alternatives).into_iter().collect(),
                code => help_links(page, code),
            };
            let mut help = None;
            if alert.code.is_beyond_the_reader()
                && let Some(others) = others.take()
            {
                ways.splice(0..0, others);
                help = page.contact_email().is_none().then(|| page.text("way-ask-staff"));
            }
            Self { text: page.reason_text(alert.code), help, ways }
        };
        alerts.into_iter().map(reason).collect()
    }

    /// A note on access while the visitor's proof is checked. `None` if the title is open without a proof, or
    /// closed.
    pub(crate) fn describe_provisional_access(page: &Page<'_>, title: &TitleView) -> Option<Self> {
        let item = &title.item;
        let needs_proof = !item.usage.is_free() && !item.territory.marrakesh_pod_exception;
        let is_open = title.decision.available && item.owner.is_none();
        let until = page.requirements()?.provisional_until.filter(|_| is_open && needs_proof)?;
        let text = page.with_name("title-provisional", &format_day_of(page, until));
        Some(Self { text, help: None, ways: vec![Link::new("/account", page.text("nav-account"))] })
    }
}

fn replacement_link(page: &Page<'_>, alternatives: &Alternatives) -> Option<Link> {
    let (id, name) = alternatives.replacement.as_ref()?;
    Some(Link::new(format!("/titles/{id}"), page.with_name("way-newer", name)))
}

fn alternative_links(page: &Page<'_>, alternatives: &Alternatives, path: &str) -> Vec<Link> {
    let editions = alternatives.editions.as_ref().map(|search| Filters::for_editions(search).search_path());
    let similar = alternatives.has_similar.then(|| format!("{path}#similar"));
    let links = [(editions, "way-editions"), (similar, "title-similar")];
    links.into_iter().filter_map(|(href, text)| Some(Link::new(href?, page.text(text)))).collect()
}

/// Links to pages that help a visitor for whom this closes a title, and the library's address if only staff
/// can help.
pub(crate) fn help_links(page: &Page<'_>, code: AlertCode) -> Vec<Link> {
    match code {
        AlertCode::LoginRequired => vec![Link::new(page.sign_in_path(), page.text("nav-sign-in"))],
        AlertCode::PodSubmitted => vec![Link::new("/account", page.text("nav-account"))],
        AlertCode::AgreementMissing
        | AlertCode::PodMissing
        | AlertCode::SubscriptionMissing
        | AlertCode::SubscriptionExpired => {
            let account = || Link::new("/account", page.text("way-account"));
            vec![steps::next_step_link(page, code).unwrap_or_else(account)]
        }
        AlertCode::AdultContent if page.is_adult_content_closed_by_choice() => {
            vec![Link::new("/account/preferences", page.text("way-preferences"))]
        }
        AlertCode::DownloadLimitReached | AlertCode::LimitNear => {
            vec![Link::new("/shelf", page.text("way-shelf"))]
        }
        AlertCode::AccountLocked
        | AlertCode::OrgAgreementMissing
        | AlertCode::OrgSuspended
        | AlertCode::NotAssigned
        | AlertCode::AdultContent => library_link(page).into_iter().collect(),
        code if code.is_beyond_the_reader() => library_link(page).into_iter().collect(),
        _ => Vec::new(),
    }
}

/// The way to write to the library. `None` if it has no address for that.
pub(crate) fn library_link(page: &Page<'_>) -> Option<Link> {
    let address = page.contact_email()?;
    Some(Link::new(format!("mailto:{address}"), page.with_name("way-ask", address)))
}
