//! POST /v2/accounts/{userIdentifier}/agreements (document 3): an agreement that somebody signed on paper.

use axum::extract::State;
use domain::accounts::Account;
use domain::agreements::{Agreement, AgreementType, may_be_signed};
use domain::dates::utc_date;
use domain::ids::AgreementId;
use jiff::Timestamp;

use super::signer;
use crate::accounts::WHO;
use crate::http::created::Created;
use crate::http::errors::{ErrorBody, ErrorKey, Result};
use crate::http::params::{Draft, Required};
use crate::http::path::Segments;
use crate::http::roles::MembershipStaff;
use crate::http::values::{OneOf, ShortText};
use crate::my_account::agreement::{demand_guardian, sign};
use crate::params;
use crate::records::AgreementRecord;
use crate::routes;
use crate::state::Api;

params! {
    /// A signed agreement.
    pub struct RecordAgreement {
        /// termsOfUse or volunteer.
        agreement_type: Required<OneOf<AgreementType>>,
        /// When it was signed: a date, or a timestamp. Not in the future, nor before the person's birth.
        date_signed: Required<Timestamp>,
        /// The name as printed beside the signature.
        print_name: Required<ShortText>,
        /// Must be true for people who were under 18 then; false when absent.
        signed_by_legal_guardian: Option<bool>,
    }
}

/// Record a signed agreement of an account
///
/// It counts in the person's next request.
#[utoipa::path(
    post, path = "/v2/accounts/{userIdentifier}/agreements", tag = "Membership: accounts",
    operation_id = "create_account_agreement",
    params(("userIdentifier" = String, Path, description = "User name or userAccountId")),
    request_body(content = RecordAgreement, content_type = "application/x-www-form-urlencoded"),
    extensions(("x-who" = json!(WHO))),
    responses(
        (status = 201, description = "The agreement", body = AgreementRecord),
        (status = 400, description = "MISSING_PARAMETER, INVALID_PARAMETER, INVALID_DATE", body = ErrorBody),
        (status = 401, description = "UNAUTHORIZED", body = ErrorBody),
        (status = 403, description = "CLIENT_NOT_ALLOWED; FORBIDDEN: no membership staff; OPERATION_NOT_ALLOWED: an \
            administrator", body = ErrorBody),
        (status = 404, description = "USER_NOT_FOUND: nobody of the own site, or removed", body = ErrorBody),
        (status = 409, description = "AGREEMENT_EXISTS: a current one of this type is there", body = ErrorBody),
    )
)]
pub async fn create_account_agreement(
    State(api): State<Api>,
    staff: MembershipStaff,
    Segments(name): Segments<String>,
    mut draft: Draft<RecordAgreement>,
) -> Result<Created<AgreementRecord>> {
    let mut tx = api.db.begin().await?;
    // Whether there is such an account is told after what is wrong with the parameters (spec 4, 4.10).
    let found = signer(&mut tx, &staff, &name).await;
    judge(&mut draft, found.as_ref().ok().map(|(account, _)| account), staff.0.now());
    let (params, (account, organization)) = (draft.finish()?, found?);
    let recorder = &staff.0.reader.account;
    let id = AgreementId(store::random_id(&mut api.rng()));
    let agreement = params.agreement(id, &account, recorder);
    sign(&mut tx, &agreement, organization).await?;
    tx.commit().await?;
    Ok(Created {
        location: api.url(&routes::agreement(&account.id, &agreement.id)),
        record: AgreementRecord::new(&api, agreement, &account, Some(recorder)),
    })
}

/// Adds what is wrong with the date, and with who signed then.
fn judge(draft: &mut Draft<RecordAgreement>, person: Option<&Account>, now: Timestamp) {
    let Some(Required(signed)) = draft.peek::<Required<Timestamp>>("dateSigned") else { return };
    if !may_be_signed(signed, now) {
        draft.faults.add(ErrorKey::InvalidDate, "dateSigned: must not be in the future");
    }
    let Some(person) = person else { return };
    if person.date_of_birth.is_some_and(|born| utc_date(signed) < born) {
        draft.faults.add(ErrorKey::InvalidDate, "dateSigned: must not be before the birth of who signed");
    }
    demand_guardian(draft, person, utc_date(signed));
}

impl RecordAgreement {
    fn agreement(self, id: AgreementId, signer: &Account, recorder: &Account) -> Agreement {
        Agreement {
            id,
            account: signer.id.clone(),
            kind: self.agreement_type.0.0,
            date_signed: self.date_signed.0,
            date_expired: None,
            print_name: self.print_name.0.0,
            recorded_by: Some(recorder.id.clone()),
            signed_by_legal_guardian: self.signed_by_legal_guardian.unwrap_or_default(),
        }
    }
}
