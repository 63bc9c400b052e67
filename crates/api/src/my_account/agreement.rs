//! POST /v2/myAccount/agreement (spec 4, 1.3).

use axum::extract::State;
use domain::accounts::Account;
use domain::agreements::{Agreement, AgreementType};
use domain::ids::AgreementId;
use domain::organizations::Organization;
use jiff::Timestamp;
use jiff::civil::Date;
use store::Tx;

use crate::http::created::Created;
use crate::http::errors::{ApiError, ErrorBody, ErrorKey, Result};
use crate::http::params::{Draft, FromParams, Required};
use crate::http::roles::SignedIn;
use crate::http::values::{OneOf, ShortText};
use crate::params;
use crate::records::AgreementRecord;
use crate::routes;
use crate::state::Api;

params! {
    /// A signature.
    pub struct SignAgreement {
        /// The signer's name.
        print_name: Required<ShortText>,
        /// Must be true for readers under 18.
        signed_by_legal_guardian: Option<bool>,
        /// termsOfUse when absent.
        agreement_type: Option<OneOf<AgreementType>>,
    }
}

/// Sign an agreement
#[utoipa::path(
    post, path = "/v2/myAccount/agreement", tag = "My account", operation_id = "sign_my_agreement",
    request_body(content = SignAgreement, content_type = "application/x-www-form-urlencoded"),
    extensions(("x-who" = json!("Any signed-in user"))),
    responses(
        (status = 201, description = "The signed agreement", body = AgreementRecord),
        (status = 400, description = "MISSING_PARAMETER, INVALID_PARAMETER", body = ErrorBody),
        (status = 401, description = "UNAUTHORIZED", body = ErrorBody),
        (status = 409, description = "AGREEMENT_EXISTS: a current one of this type is there", body = ErrorBody),
    )
)]
pub async fn sign_my_agreement(
    State(api): State<Api>,
    user: SignedIn,
    mut draft: Draft<SignAgreement>,
) -> Result<Created<AgreementRecord>> {
    let account = &user.reader.account;
    demand_guardian(&mut draft, account, user.caller.today());
    let params = draft.finish()?;
    let id = AgreementId(store::random_id(&mut api.rng()));
    let agreement = params.agreement(id, account, user.now());
    let mut tx = api.db.begin().await?;
    let organization = sponsored(&mut tx, account).await?;
    sign(&mut tx, &agreement, organization).await?;
    tx.commit().await?;
    Ok(Created {
        location: api.url(&routes::agreement(&account.id, &agreement.id)),
        record: AgreementRecord::new(&api, agreement, account, Some(account)),
    })
}

/// For somebody under 18 on the day of the signature a guardian signs (spec 4, 1.3).
pub(crate) fn demand_guardian<T: FromParams>(draft: &mut Draft<T>, account: &Account, signed: Date) {
    let said = draft.peek::<Option<bool>>("signedByLegalGuardian");
    if account.was_minor(signed) && said.is_some_and(|by_guardian| by_guardian != Some(true)) {
        let message = "signedByLegalGuardian: must be true for readers under 18";
        draft.faults.add(ErrorKey::InvalidParameter, message);
    }
}

impl SignAgreement {
    fn agreement(self, id: AgreementId, signer: &Account, now: Timestamp) -> Agreement {
        Agreement {
            id,
            account: signer.id.clone(),
            kind: self.agreement_type.map_or(AgreementType::TermsOfUse, |kind| kind.0),
            date_signed: now,
            date_expired: None,
            print_name: self.print_name.0.0,
            recorded_by: Some(signer.id.clone()),
            signed_by_legal_guardian: self.signed_by_legal_guardian.unwrap_or_default(),
        }
    }
}

/// Records a signature; `AGREEMENT_EXISTS`, because an account has one current agreement of a type. `organization` is
/// the one that the signer sponsors.
pub(crate) async fn sign(
    tx: &mut Tx,
    agreement: &Agreement,
    organization: Option<Organization>,
) -> Result<()> {
    store::agreements::insert(&mut *tx, agreement).await.map_err(|error| {
        if error.is_conflict() { ErrorKey::AgreementExists.into() } else { ApiError::from(error) }
    })?;
    settle(tx, agreement, organization).await
}

/// The organization whose agreement this person signs, as a sponsor of it; kept as it is until the transaction ends.
/// Always taken before the person.
pub(crate) async fn sponsored(tx: &mut Tx, account: &Account) -> Result<Option<Organization>> {
    let own = account.membership.as_ref().map(|place| &place.organization);
    match own.filter(|own| account.sponsors(own)) {
        Some(own) => Ok(store::organizations::for_update(tx, own).await?),
        None => Ok(None),
    }
}

/// Notes in the organization whether an agreement of it is on file now (document 3, `hasOrgAgreement`), after this one
/// was signed or ended.
pub(crate) async fn settle(
    tx: &mut Tx,
    agreement: &Agreement,
    organization: Option<Organization>,
) -> Result<()> {
    let organization = organization.filter(|_| agreement.kind == AgreementType::TermsOfUse);
    let Some(mut organization) = organization else { return Ok(()) };
    organization.agreement_signed = store::agreements::is_signed(&mut *tx, &organization.id).await?;
    store::organizations::update(&mut *tx, &organization).await?;
    Ok(())
}
