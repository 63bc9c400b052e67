//! POST /v2/myAccount/subscription (spec 4, 1.3).

use axum::extract::State;
use domain::ids::{SiteId, SubscriptionId};
use domain::subscription_types::{Payment, SubscriptionType};
use services::subscriptions::not_offered;
use store::Tx;
use store::subscriptions::Holder;

use crate::http::created::Created;
use crate::http::errors::{ApiError, ErrorBody, ErrorKey, Result};
use crate::http::faults::Faults;
use crate::http::params::{Draft, Required};
use crate::http::roles::{As, IndividualMember, SignedIn};
use crate::http::values::ShortText;
use crate::params;
use crate::records::SubscriptionSummary;
use crate::routes;
use crate::state::Api;

params! {
    /// A subscription to take out.
    pub struct TakeSubscription {
        /// Name of a type that the site offers.
        user_subscription_type: Required<ShortText>,
        /// Takes a part off the price.
        promo_code: Option<ShortText>,
    }
}

/// Take out a subscription
///
/// Credits are used first; the rest is amountDue.
#[utoipa::path(
    post, path = "/v2/myAccount/subscription", tag = "My account", operation_id = "take_my_subscription",
    request_body(content = TakeSubscription, content_type = "application/x-www-form-urlencoded"),
    extensions(("x-who" = json!("Individual members"))),
    responses(
        (status = 201, description = "The subscription", body = SubscriptionSummary),
        (status = 400, description = "MISSING_PARAMETER, INVALID_PARAMETER, PROMO_CODE_INVALID", body = ErrorBody),
        (status = 401, description = "UNAUTHORIZED", body = ErrorBody),
        (status = 403, description = "FORBIDDEN: not an individual member", body = ErrorBody),
        (status = 409, description = "SUBSCRIPTION_EXISTS: one is active", body = ErrorBody),
    )
)]
pub async fn take_my_subscription(
    State(api): State<Api>,
    As(IndividualMember(user)): As<IndividualMember>,
    draft: Draft<TakeSubscription>,
) -> Result<Created<SubscriptionSummary>> {
    let choice = Choice::of(&api, &user, draft).await?;
    let holder = Holder::Account(user.id());
    let mut tx = api.db.begin().await?;
    // The account's row is the lock: of two requests at once one finds the other's subscription. The time is
    // taken after it, so that what the other one began has begun.
    store::accounts::for_update(&mut tx, user.id()).await?.ok_or(ErrorKey::UserNotFound)?;
    let now = api.now();
    if store::subscriptions::of(&mut tx, holder).await?.iter().any(|held| held.covers(now)) {
        return Err(ErrorKey::SubscriptionExists.into());
    }
    let id = SubscriptionId(store::random_id(&mut api.rng()));
    let subscription = choice.kind.begin(id, now).ok_or_else(|| endless(&choice.kind))?;
    store::subscriptions::insert(&mut tx, holder, &subscription).await?;
    choice.pay(&mut tx, &user, &subscription.id).await?;
    tx.commit().await?;
    let reader = store::readers::by_account(&api.db, user.id(), now).await?.ok_or(ErrorKey::UserNotFound)?;
    let record = super::summary(&api, &reader, now).await?.ok_or(ErrorKey::SubscriptionNotFound)?;
    Ok(Created { location: api.url(routes::MY_SUBSCRIPTION), record })
}

/// What is taken, at what price.
struct Choice {
    kind: SubscriptionType,
    promo_code: Option<String>,
    /// What the code takes off the price.
    percent: u8,
}

impl Choice {
    async fn of(api: &Api, user: &SignedIn, mut draft: Draft<TakeSubscription>) -> Result<Self> {
        let kind = match draft.peek::<Required<ShortText>>("userSubscriptionType") {
            Some(name) => offered(api, user.site(), &name.0.0, &mut draft.faults).await?,
            None => None,
        };
        let promo_code = draft.peek::<Option<ShortText>>("promoCode").flatten().map(|code| code.0);
        let percent = match &promo_code {
            None => Some(0),
            Some(code) => {
                store::subscription_types::promo_code(&api.db, user.site(), code, user.now()).await?
            }
        };
        if percent.is_none() {
            draft.faults.add(ErrorKey::PromoCodeInvalid, "promoCode: is not valid");
        }
        draft.finish()?;
        let kind = kind.ok_or(ErrorKey::InvalidParameter)?;
        Ok(Self { kind, promo_code, percent: percent.ok_or(ErrorKey::PromoCodeInvalid)? })
    }

    /// Credits are used first; the rest is due.
    async fn pay(self, tx: &mut Tx, user: &SignedIn, subscription: &SubscriptionId) -> Result<()> {
        let cost = Payment::cost(self.kind.price, self.percent);
        let credits_used = store::credits::take(&mut *tx, user.id(), cost).await?;
        let amount_due = cost - credits_used;
        let payment = Payment { promo_code: self.promo_code, cost, credits_used, amount_due };
        Ok(store::subscription_types::pay(&mut *tx, subscription, &payment).await?)
    }
}

/// A type of the site that people may take out for themselves.
async fn offered(
    api: &Api,
    site: &SiteId,
    name: &str,
    faults: &mut Faults,
) -> Result<Option<SubscriptionType>> {
    let types = store::subscription_types::of_site(&api.db, site).await?;
    let open: Vec<SubscriptionType> = types.into_iter().filter(|kind| kind.open_to_people).collect();
    if !open.iter().any(|kind| kind.name == name) {
        faults.push(not_offered("userSubscriptionType", &open));
    }
    Ok(open.into_iter().find(|kind| kind.name == name))
}

/// A type that the operator gave more months than the calendar has.
fn endless(kind: &SubscriptionType) -> ApiError {
    tracing::error!(kind = kind.name, months = kind.months, "a subscription that ends beyond the calendar");
    ErrorKey::InternalError.into()
}
