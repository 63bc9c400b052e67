//! Marketing referrals (docs/rules/accounts.md#rule-11).

use domain::referrals::Utm;
use services::referrals;

use crate::http::{InRole, Json, MarketingKey, Params, RequiredParam, Result, ShortText};
use crate::records::{StatusKey, StatusRecord};
use crate::{endpoints, params};

endpoints! {
    "Limited-client services": record_referral;
}

params! {
    /// The parameters of the link that brought the visitor.
    pub struct RecordReferral {
        /// The source of the referral.
        utm_source: RequiredParam<ShortText>,
        /// The medium, for example `email`.
        utm_medium: Option<ShortText>,
        /// The campaign.
        utm_campaign: Option<ShortText>,
        /// The search words.
        utm_term: Option<ShortText>,
        /// Distinguishes several links.
        utm_content: Option<ShortText>,
    }
}

/// Record a marketing referral
#[endpoint::post("/v2/utm", returns "SUCCESS")]
pub async fn record_referral(
    InRole { op, .. }: InRole<MarketingKey>,
    Params(params): Params<RecordReferral>,
) -> Result<Json<StatusRecord>> {
    let text = |text: Option<ShortText>| text.map(|text| text.0);
    let utm = Utm {
        source: params.utm_source.0.0,
        medium: text(params.utm_medium),
        campaign: text(params.utm_campaign),
        term: text(params.utm_term),
        content: text(params.utm_content),
    };
    referrals::record(&op, utm).await?;
    Ok(Json(StatusRecord::new(StatusKey::Success, "The referral is recorded.")))
}
