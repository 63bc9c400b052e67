//! Why a title is closed, in full sentences, and what to do about it.

use domain::access::{Alert, AlertCode};
pub(crate) use layout::reasons::{message, next_book};

use crate::page::{Link, Page};
use crate::steps;

/// A reason, as the page of a title shows it.
pub(crate) struct Reason {
    /// What is the matter.
    pub(crate) text: String,
    /// Whether it closes the title.
    pub(crate) closes: bool,
    /// What helps.
    pub(crate) ways: Vec<Link>,
}

impl Reason {
    /// The reasons of an access decision, those first that close the edition.
    pub(crate) fn all(page: &Page<'_>, alerts: &[Alert]) -> Vec<Self> {
        Self::of_title(page, alerts, None)
    }

    /// The same for a title; `newer` leads to the one that takes its place.
    pub(crate) fn of_title(page: &Page<'_>, alerts: &[Alert], mut newer: Option<Link>) -> Vec<Self> {
        let mut ways = |code| match code {
            AlertCode::Replaced => newer.take().into_iter().collect(),
            code => way_out(page, code),
        };
        let mut all: Vec<Self> = alerts
            .iter()
            .map(|alert| Self {
                text: page.t(&message(alert.code)),
                closes: alert.is_error(),
                ways: ways(alert.code),
            })
            .collect();
        all.sort_by_key(|reason| !reason.closes);
        all
    }
}

/// The pages that help a visitor for whom this closes a title.
pub(crate) fn way_out(page: &Page<'_>, code: AlertCode) -> Vec<Link> {
    match code {
        AlertCode::LoginRequired => vec![Link::new(page.sign_in(), page.t("nav-sign-in"))],
        AlertCode::PodSubmitted => vec![Link::new("/account", page.t("nav-account"))],
        AlertCode::AgreementMissing
        | AlertCode::PodMissing
        | AlertCode::SubscriptionMissing
        | AlertCode::SubscriptionExpired => {
            let account = || Link::new("/account", page.t("way-account"));
            vec![steps::way_out(page, code).unwrap_or_else(account)]
        }
        AlertCode::AdultContent => vec![Link::new("/account/preferences", page.t("way-preferences"))],
        AlertCode::DownloadLimitReached | AlertCode::LimitNear => {
            vec![Link::new("/shelf", page.t("way-shelf"))]
        }
        _ => Vec::new(),
    }
}
