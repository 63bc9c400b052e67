//! The subscriptions of an account, managed by membership staff (docs/rules/memberships.md#rule-9).

use domain::DownloadTimeframe;
use jiff::civil::Date;
use services::subscriptions::{
    self, NewSubscription, SubscriptionAddress, SubscriptionDetails, SubscriptionView,
};

use crate::accounts::post_verb;
use crate::http::{
    Change, Count, CreatedResource, InRole, Json, Link, ListAddress, MembershipStaff, OneOf, PagingParams,
    ParamDraft, Params, Result, Segments, ShortText, Text, ValidatedParam,
};
use crate::records::UserSubscription;
use crate::{Api, endpoints, params, routes};

endpoints! {
    "Membership: accounts":
        list_account_subscriptions, create_account_subscription, get_account_subscription,
        put_account_subscription;
}

fn record(api: &Api, view: SubscriptionView) -> UserSubscription {
    UserSubscription::new(api, &view.owner.id, view.subscription, &view.offered_types)
}

params! {
    /// A subscription. Omitted parameters follow its type, or keep their value.
    pub struct SubscriptionForm {
        /// YYYY-MM-DD: the day it begins.
        start_date: ValidatedParam<Date>,
        /// YYYY-MM-DD: it ends when this day begins, in UTC. Open without one.
        end_date: Change<Date>,
        /// Name of a type offered by the account's site.
        user_subscription_type: ValidatedParam<ShortText>,
        /// Books per time frame.
        num_books_allowed: Change<Count>,
        /// monthly or entireSubscription.
        download_timeframe: Change<OneOf<DownloadTimeframe>>,
        /// Notes for the staff.
        notes: Change<Text<2000>>,
    }
}

impl SubscriptionForm {
    /// Converts the form of a new subscription.
    pub fn into_new(self) -> NewSubscription {
        NewSubscription {
            start_date: self.start_date.0,
            user_subscription_type: self.user_subscription_type.0,
            details: SubscriptionDetails {
                end_date: self.end_date,
                num_books_allowed: self.num_books_allowed,
                download_timeframe: self.download_timeframe.map(|timeframe| timeframe.0),
                notes: self.notes,
            },
        }
    }
}

/// A page of subscriptions.
#[endpoint::record]
pub struct UserSubscriptions {
    /// Exact count.
    pub total_results: u64,
    /// Token of the next page.
    pub next: Option<String>,
    /// Effective page size.
    pub limit: usize,
    /// The page.
    pub user_subscriptions: Vec<UserSubscription>,
    /// POST if the caller may change the account.
    pub allows: Option<Vec<&'static str>>,
    /// `self`, and `next` if there is another page.
    pub links: Vec<Link>,
}

/// List the subscriptions of an account
///
/// Newest start first.
#[endpoint::get(
    "/v2/accounts/{userIdentifier}/subscriptions", returns "A page of subscriptions",
    errors(UserNotFound: "no account of the caller's site"),
)]
pub async fn list_account_subscriptions(
    InRole { api, op, .. }: InRole<MembershipStaff>,
    address: ListAddress,
    Segments(name): Segments<String>,
    Params(paging): Params<PagingParams>,
) -> Result<Json<UserSubscriptions>> {
    // Bound to the account in the path: an invalid token is reported before a missing account.
    let list = paging.open(&api.cursor_key, op.now, &("subscriptions", &name))?;
    let listed = subscriptions::list(&op, &name, &list.page()).await?;
    let page = list.cut_rows(listed.rows, listed.total, &address)?;
    let record = |held| UserSubscription::new(&api, &listed.owner.id, held, &listed.offered_types);
    Ok(Json(UserSubscriptions {
        total_results: page.total_results,
        limit: page.limit,
        user_subscriptions: page.items.into_iter().map(record).collect(),
        allows: post_verb(&op, &listed.owner),
        links: page.links,
        next: page.next,
    }))
}

/// Give an account a subscription
///
/// In addition to existing ones.
#[endpoint::post(
    "/v2/accounts/{userIdentifier}/subscriptions", returns "The subscription",
    errors(
        OperationNotAllowed: "an administrator", UserNotFound: "no account of the caller's site, or removed",
    ),
)]
pub async fn create_account_subscription(
    InRole { api, op, .. }: InRole<MembershipStaff>,
    Segments(name): Segments<String>,
    draft: ParamDraft<SubscriptionForm>,
) -> Result<CreatedResource<UserSubscription>> {
    let (form, faults) = draft.valid_params()?;
    let held = subscriptions::create(&op, &name, form.into_new(), faults).await?;
    let location = api.absolute_url(&routes::account_subscription(&held.owner.id, &held.subscription.id));
    Ok(CreatedResource { location, record: record(&api, held) })
}

/// Get a subscription of an account
#[endpoint::get(
    "/v2/accounts/{userIdentifier}/subscriptions/{subscriptionId}", returns "The subscription",
    errors(UserNotFound: "no account of the caller's site", SubscriptionNotFound: "none of the account"),
)]
pub async fn get_account_subscription(
    InRole { api, op, .. }: InRole<MembershipStaff>,
    Segments((name, id)): Segments<(String, String)>,
) -> Result<Json<UserSubscription>> {
    let address = SubscriptionAddress { person: &name, id: &id.into() };
    let held = subscriptions::get(&op, address).await?;
    Ok(Json(record(&api, held)))
}

/// Change a subscription of an account
///
/// Omitted parameters keep their value. It takes effect with its holder's next request.
#[endpoint::put(
    "/v2/accounts/{userIdentifier}/subscriptions/{subscriptionId}", returns "The subscription",
    errors(
        OperationNotAllowed: "an administrator", UserNotFound: "no account of the caller's site, or removed",
        SubscriptionNotFound: "none of the account",
    ),
)]
pub async fn put_account_subscription(
    InRole { api, op, .. }: InRole<MembershipStaff>,
    Segments((name, id)): Segments<(String, String)>,
    draft: ParamDraft<SubscriptionForm>,
) -> Result<Json<UserSubscription>> {
    let (form, faults) = draft.valid_params()?;
    let address = SubscriptionAddress { person: &name, id: &id.into() };
    let held = subscriptions::change(&op, address, form.into_new().into_form(), faults).await?;
    Ok(Json(record(&api, held)))
}
