//! The reasons of a decision, as `titleAccessAlerts` shows them (docs/rules/records.md#rule-8,
//! docs/rules/access.md#rule-22).

use crate::wire_enum;

wire_enum! {
    /// Why a title is closed, or what is worth knowing about it; in the order of the rules.
    pub enum AlertCode {
        /// Rule 1.
        TitleNotLive = "TITLE_NOT_LIVE",
        /// Rule 2.
        FormatsPending = "FORMATS_PENDING",
        /// Rule 3.
        SiteRestricted = "SITE_RESTRICTED",
        /// Rule 4.
        CountryRestricted = "COUNTRY_RESTRICTED",
        /// Rule 5, the account.
        AccountLocked = "ACCOUNT_LOCKED",
        /// Rule 5, the role.
        RoleNotAllowed = "ROLE_NOT_ALLOWED",
        /// Rule 6; the download fails with 401 instead (docs/rules/errors.md#rule-5).
        LoginRequired = "LOGIN_REQUIRED",
        /// Rule 7, individual members.
        AgreementMissing = "AGREEMENT_MISSING",
        /// Rule 7, organizations.
        OrgAgreementMissing = "ORG_AGREEMENT_MISSING",
        /// Rule 8, there never was a subscription.
        SubscriptionMissing = "SUBSCRIPTION_MISSING",
        /// Rule 8, there was one.
        SubscriptionExpired = "SUBSCRIPTION_EXPIRED",
        /// Rule 8, organizations.
        OrgSuspended = "ORG_SUSPENDED",
        /// Rule 9, submitted and not confirmed.
        PodSubmitted = "POD_SUBMITTED",
        /// Rule 9, nothing submitted.
        PodMissing = "POD_MISSING",
        /// Rule 10.
        AdultContent = "ADULT_CONTENT",
        /// Rule 11.
        NimacRestricted = "NIMAC_RESTRICTED",
        /// Rule 12.
        NotAssigned = "NOT_ASSIGNED",
        /// Rule 13: the download needs `forUser`.
        ForUserRequired = "FOR_USER_REQUIRED",
        /// Rule 13: `forUser` names a member of another organization.
        NotOrgMember = "NOT_ORG_MEMBER",
        /// Rule 14.
        DownloadLimitReached = "DOWNLOAD_LIMIT_REACHED",
        AlreadyAssigned = "ALREADY_ASSIGNED",
        /// R has had it.
        DownloadedBefore = "DOWNLOADED_BEFORE",
        /// Ten percent of the quota or less is left.
        LimitNear = "LIMIT_NEAR",
        /// Another title takes its place.
        Replaced = "REPLACED",
    }
}

wire_enum! {
    /// Severity of an alert (docs/rules/records.md#rule-8).
    pub enum AlertLevel {
        /// Worth knowing.
        Info = "info",
        /// Concerns some formats or some members.
        Warning = "warning",
        /// The download would be 403.
        Error = "error",
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Alert {
    pub code: AlertCode,
    pub level: AlertLevel,
    /// One plain English sentence fit for display.
    message: &'static str,
}

impl AlertCode {
    /// The level of this code: it is the same wherever the code appears.
    pub fn level(self) -> AlertLevel {
        match self {
            Self::ForUserRequired | Self::AlreadyAssigned | Self::DownloadedBefore | Self::Replaced => {
                AlertLevel::Info
            }
            Self::FormatsPending | Self::LimitNear => AlertLevel::Warning,
            _ => AlertLevel::Error,
        }
    }

    /// Returns true if nothing that the reader does opens the title: other titles help, or the library.
    pub fn is_beyond_the_reader(self) -> bool {
        matches!(
            self,
            Self::TitleNotLive
                | Self::FormatsPending
                | Self::SiteRestricted
                | Self::CountryRestricted
                | Self::RoleNotAllowed
                | Self::NimacRestricted
        )
    }

    /// One plain English sentence fit for display.
    pub fn message(self) -> &'static str {
        match self {
            Self::TitleNotLive => "This title is not in the collection now.",
            Self::FormatsPending => "No format of this title is ready yet.",
            Self::SiteRestricted => "This title is not offered to readers of this library.",
            Self::CountryRestricted => {
                "The rights holder does not allow this title in the reader's country or state."
            }
            Self::AccountLocked => "The account is locked or closed.",
            Self::RoleNotAllowed => "This kind of account can download only titles that are free to all.",
            Self::LoginRequired => "Sign in to download this title.",
            Self::AgreementMissing => "The member agreement has not been signed.",
            Self::OrgAgreementMissing => "The organization has no current agreement on file.",
            Self::SubscriptionMissing => "There is no subscription.",
            Self::SubscriptionExpired => "The subscription has expired.",
            Self::OrgSuspended => "Downloads of the organization are suspended.",
            Self::PodSubmitted => "The proof of disability has been sent in and is not confirmed yet.",
            Self::PodMissing => "There is no proof of disability.",
            Self::AdultContent => "This title has adult content, which the account's settings leave out.",
            Self::NimacRestricted => {
                "This title is only for pupils in the United States with an individualized education program, \
                 and comes to them through their school."
            }
            Self::NotAssigned => {
                "A sponsor has to assign this title, or put it on a reading list of the member."
            }
            Self::ForUserRequired => "Say for which member of the organization the title is downloaded.",
            Self::NotOrgMember => "The person named is not a member of the organization.",
            Self::DownloadLimitReached => "All books of the current period have been used.",
            Self::AlreadyAssigned => "The title is assigned to this reader.",
            Self::DownloadedBefore => "This reader has had the title before.",
            Self::LimitNear => "Few books are left in the current period.",
            Self::Replaced => "Another edition takes the place of this title.",
        }
    }
}

impl Alert {
    /// A document that could not be converted: rule 2 fails for it with the one code that the rule has,
    /// and the sentence says that there is nothing to wait for.
    pub(super) fn document_failed() -> Self {
        let message = "This document could not be converted; its notes say why.";
        Self { message, ..AlertCode::FormatsPending.into() }
    }

    /// Sentence of the alert for display.
    pub fn message(&self) -> &'static str {
        self.message
    }

    /// Returns true if it closes the title.
    pub fn is_error(&self) -> bool {
        self.level == AlertLevel::Error
    }
}

impl From<AlertCode> for Alert {
    fn from(code: AlertCode) -> Self {
        Self { code, level: code.level(), message: code.message() }
    }
}
