//! Wire records: one file per record, filled from domain types by one function. Every declared member is
//! always present; an absent value is null (docs/rules/records.md).

mod account_summary;
mod address;
mod agreement;
mod alert;
mod artifact;
mod assigned_title;
mod authority_record;
mod bookmark;
mod category;
mod contributor;
mod edition;
mod format;
mod highlight;
mod member_availability;
mod member_summary;
mod my_organization;
mod organization;
mod organization_type;
mod partner_access_token;
mod popular_list;
mod preferences;
mod proofs;
mod reading_list;
mod reading_list_title;
mod reading_position;
mod recommendation_profile;
mod reference_organization;
mod roster_tag;
mod series;
mod sponsor_summary;
mod status;
mod student_profile;
mod subscription_summary;
mod title_detail;
mod title_download;
mod title_list;
mod title_summary;
mod user_account;
mod user_identity;
mod user_name;
mod user_subscription;

pub use account_summary::{AccountSummary, StudentStatus};
pub use address::AddressRecord;
pub use agreement::AgreementRecord;
pub use alert::AlertRecord;
pub use artifact::{AccessibilityRecord, ArtifactRecord, NarratorRecord};
pub use assigned_title::AssignedTitle;
pub use authority_record::AuthorityRecord;
pub use bookmark::{BookmarkRecord, TranslatedBookmarkRecord};
pub use category::{BisacCodeRecord, CategoryListing, CategoryRecord};
pub use contributor::{ContributorRecord, NameRecord};
pub use edition::EditionRecord;
pub use format::{FormatRecord, FormatStatusRecord};
pub use highlight::{HighlightRecord, TranslatedHighlightRecord};
pub use member_availability::{MemberTitleAvailabilities, MemberTitleAvailability};
pub use member_summary::{MemberSummaries, MemberSummary};
pub use my_organization::MyOrganizationRecord;
pub use organization::{OrganizationRecord, OrganizationSponsor};
pub use organization_type::OrganizationTypeRecord;
pub use partner_access_token::PartnerAccessToken;
pub use popular_list::{PopularListRecord, PopularTitles, RecommendedTitles};
pub use preferences::PreferencesRecord;
pub use proofs::{ProofList, ProofRecord, SubmissionRecord};
pub use reading_list::{ListSubscription, ListUserView, ReadingListRecord};
pub use reading_list_title::{ReadingListTitle, ReadingListTitles};
pub use reading_position::{OtherPosition, ReadingPositionRecord};
pub use recommendation_profile::RecommendationProfileRecord;
pub use reference_organization::ReferenceOrganizationRecord;
pub use roster_tag::RosterTagRecord;
pub use series::{NamedEdition, SeriesRecord};
pub use sponsor_summary::SponsorSummary;
pub use status::{StatusKey, StatusRecord};
pub use student_profile::StudentProfileRecord;
pub use subscription_summary::{SubscriptionSummary, SubscriptionTypeRecord, TimeframeRecord};
pub use title_detail::{GradeRecord, TitleComplete, TitleDetail};
pub use title_download::TitleDownload;
pub use title_list::{Facet, TitleList, TitleListHead};
pub use title_summary::{TitleSight, TitleSummary};
pub use user_account::{UserAccount, UserAccounts};
pub use user_identity::UserIdentity;
pub use user_name::UserNameRecord;
pub use user_subscription::UserSubscription;

use jiff::Timestamp;

/// A timestamp on the wire: `YYYY-MM-DDThh:mm:ssZ` (docs/rules/requests.md#rule-4).
pub fn format_timestamp(at: Timestamp) -> String {
    domain::dates::format_timestamp(at)
}
