//! The addresses that links lead to. A test compares them with those of the handlers. `MY_` and `my_` are the
//! caller's own; accounts and organizations are seen by membership staff.

use domain::{
    AccountId, AgreementId, EditionId, Format, ItemAddress, OrganizationId, SeriesId, SubscriptionId, TitleId,
};

/// A path segment, encoded.
pub use transport::percent_encode as segment;

pub const TITLES: &str = "/v2/titles";
pub const CATEGORIES: &str = "/v2/categories";
pub const BISAC_CODES: &str = "/v2/bisacCodes";

pub const MY_BOOKMARKS: &str = "/v2/myBookmarks";
/// The token of the partner's drive.
pub const PARTNER_ACCESS_TOKEN: &str = "/v2/partnerAccessToken";
pub const MY_HIGHLIGHTS: &str = "/v2/myHighlights";

pub const ME: &str = "/v2/me";
pub const MY_ACCOUNT: &str = "/v2/myAccount";
pub const MY_PREFERENCES: &str = "/v2/myAccount/preferences";
/// The caller's downloads.
pub const MY_HISTORY: &str = "/v2/myAccount/history";
pub const MY_RECOMMENDATION_PROFILE: &str = "/v2/myAccount/recommendationProfile";
pub const MY_SUBSCRIPTION: &str = "/v2/myAccount/subscription";
/// The caller's school and grade.
pub const MY_STUDENT_PROFILE: &str = "/v2/myAccount/studentProfile";

pub const MY_ORGANIZATION: &str = "/v2/myOrganization";
pub const MY_MEMBERS: &str = "/v2/myOrganization/members";
pub const MY_SPONSORS: &str = "/v2/myOrganization/sponsors";

pub fn organization_path(id: &OrganizationId) -> String {
    format!("/v2/organizations/{}", segment(id.as_str()))
}

pub fn organization_members(id: &OrganizationId) -> String {
    format!("{}/members", organization_path(id))
}

/// A request to a competent authority, identified as in the email.
pub fn competent_authority(key: &str) -> String {
    format!("/v2/competentAuthority/{}", segment(key))
}

/// A user name that is taken.
pub fn user_name(name: &str) -> String {
    format!("/v2/userNames/{}", segment(name))
}

pub fn title_path(id: TitleId) -> String {
    format!("/v2/titles/{id}")
}

pub fn title_history(id: TitleId) -> String {
    format!("/v2/titles/{id}/history")
}

pub fn title_artifact(id: TitleId, format: Format) -> String {
    format!("{}/artifacts/{}", title_path(id), format.as_str())
}

pub fn title_source(id: TitleId) -> String {
    format!("/v2/titles/{id}/source")
}

/// The download of the item at this path, `{format}` literal for the client to fill in
/// (docs/rules/records.md#rule-1); sponsors get `?forUser={userAccountId}`, literal too
/// (docs/rules/records.md#rule-9).
pub fn download_template(path: &str, for_others: bool) -> String {
    let suffix = if for_others { "?forUser={userAccountId}" } else { "" };
    format!("{path}/{{format}}{suffix}")
}

pub fn periodical_path(id: &SeriesId) -> String {
    format!("/v2/periodicals/{}", segment(id.as_str()))
}

pub fn editions_path(series: &SeriesId) -> String {
    format!("{}/editions", periodical_path(series))
}

pub fn edition_path(series: &SeriesId, id: &EditionId) -> String {
    format!("{}/{}", editions_path(series), segment(id.as_str()))
}

pub fn item_path(address: &ItemAddress) -> String {
    match address {
        ItemAddress::Title(id) => title_path(*id),
        ItemAddress::Edition { series, edition } => edition_path(series, edition),
    }
}

/// One file of a package with its signed ticket (docs/rules/downloads.md#rule-7); `path` is that of the title
/// or edition.
pub fn resource_path(path: &str, format: Format, resource: &str, ticket: &str) -> String {
    format!("{path}/{format}/resources/{}?ticket={ticket}", segment(resource))
}

pub fn account_path(id: &AccountId) -> String {
    format!("/v2/accounts/{}", segment(id.as_str()))
}

pub fn proofs_path(account: &AccountId) -> String {
    format!("{}/pod", account_path(account))
}

pub fn agreements_path(account: &AccountId) -> String {
    format!("{}/agreements", account_path(account))
}

pub fn agreement_path(account: &AccountId, id: &AgreementId) -> String {
    format!("{}/{}", agreements_path(account), segment(id.as_str()))
}

pub fn account_subscriptions(account: &AccountId) -> String {
    format!("{}/subscriptions", account_path(account))
}

pub fn account_subscription(account: &AccountId, id: &SubscriptionId) -> String {
    format!("{}/{}", account_subscriptions(account), segment(id.as_str()))
}

pub fn account_recommendation_profile(account: &AccountId) -> String {
    format!("{}/recommendationProfile", account_path(account))
}

/// A download in one format; for another person with `forUser`. `path` is that of the title or edition.
pub fn download_path(path: &str, format: Format, for_user: Option<&str>) -> String {
    let query = for_user.map(|user| format!("?forUser={}", segment(user))).unwrap_or_default();
    format!("{path}/{format}{query}")
}

/// A title search with one parameter: the links of facets and categories.
pub fn title_search(parameter: &str, value: &str) -> String {
    let query = url::form_urlencoded::Serializer::new(String::new()).append_pair(parameter, value).finish();
    format!("{TITLES}?{query}")
}

/// The list of categories, with only this one in it.
pub fn category_path(name: &str) -> String {
    with_query(CATEGORIES, &[("name", name)])
}

/// The list of BISAC codes, with only this one in it.
pub fn bisac_code(code: &str) -> String {
    with_query(BISAC_CODES, &[("codeStartsWith", code)])
}

/// A delivery address: outside /v2, no key and no token (docs/rules/downloads.md#rule-4).
pub fn delivery_path(ticket: &str) -> String {
    format!("/delivery/{ticket}")
}

/// A cover image or its thumbnail: a public address that names the file by its content.
pub fn cover_path(name: &str) -> String {
    format!("/covers/{name}")
}

/// One bookmark: the address that DELETE is sent to.
pub fn my_bookmark(title: TitleId, format: Format, location: &str) -> String {
    let title = title.to_string();
    let format = format.as_str();
    with_query(MY_BOOKMARKS, &[("serviceId", &title), ("format", format), ("location", location)])
}

/// One highlight: the address that PUT and DELETE are sent to.
pub fn my_highlight(title: TitleId, format: Format, start: &str, end: &str) -> String {
    let title = title.to_string();
    let format = format.as_str();
    let place =
        [("serviceId", title.as_str()), ("format", format), ("startLocation", start), ("endLocation", end)];
    with_query(MY_HIGHLIGHTS, &place)
}

pub fn my_reading_position(title: TitleId, format: Format) -> String {
    format!("/v2/myReadingPosition/{title}/{format}")
}

fn with_query(path: &str, pairs: &[(&str, &str)]) -> String {
    let query = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish();
    format!("{path}?{query}")
}

/// The titles assigned to a person, named as in the request.
pub fn assigned_titles(user: &str) -> String {
    format!("/v2/assignedTitles/{}", segment(user))
}

pub fn my_sponsor(id: &AccountId) -> String {
    format!("{MY_SPONSORS}/{}", segment(id.as_str()))
}

pub fn popular_list(id: &str) -> String {
    format!("/v2/popularLists/{}", segment(id))
}

pub fn list(id: &str) -> String {
    format!("/v2/lists/{}", segment(id))
}

pub fn list_titles(id: &str) -> String {
    format!("/v2/lists/{}/titles", segment(id))
}

pub fn list_members(id: &str) -> String {
    format!("/v2/lists/{}/members", segment(id))
}

pub fn my_list_subscription(id: &str) -> String {
    format!("/v2/myLists/{}/subscription", segment(id))
}

pub fn my_member(id: &AccountId) -> String {
    format!("/v2/myOrganization/members/{}", segment(id.as_str()))
}

pub fn my_member_preferences(id: &AccountId) -> String {
    format!("{}/preferences", my_member(id))
}

/// The list of roster tags of the caller's organization, with only this one in it.
pub fn my_roster_tag(id: i64) -> String {
    format!("/v2/myOrganization/rosterTags?rosterTagId={id}")
}

pub fn account_preferences(id: &AccountId) -> String {
    format!("{}/preferences", account_path(id))
}

/// The download of a title for one person, `{format}` literal for the client to fill in.
pub fn title_download_for(id: TitleId, user: &str) -> String {
    format!("/v2/titles/{id}/{{format}}?forUser={}", segment(user))
}
