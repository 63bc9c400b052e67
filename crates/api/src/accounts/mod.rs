//! Accounts, managed by membership staff (docs/rules/memberships.md#rule-7).
//! `PUT /v2/accounts/{userIdentifier}/password`: docs/rules/memberships.md#rule-8.

pub mod agreements;
pub mod lists;
pub mod preferences;
pub mod proofs;
pub mod recommendation_profile;
pub mod subscriptions;

use domain::Account;
use domain::accounts::StaffedRole;
use jiff::civil::Date;
use services::Operation;
use services::accounts::AccountDetails;
use services::accounts::manage::{self, AccountDraft};

use crate::http::{
    CreatedResource, ErrorKey, Field, InRole, Json, MembershipStaff, NewPassword, OneOf, Param, ParamDraft,
    ParamReader, Params, Replace, RequiredParam, Result, Segments, ShortText,
};
use crate::my_account::account::{AccountForm, NewDetails};
use crate::records::{StatusKey, StatusRecord, UserAccount};
use crate::{endpoints, params, routes};

endpoints! {
    "Membership: accounts": create_account, get_account, put_account, put_account_password;
    with agreements, lists, preferences, proofs, recommendation_profile, subscriptions;
}

/// POST on a list that belongs to an account, if the caller may change the account
/// (docs/rules/access.md#rule-23).
fn post_verb(op: &Operation, account: &Account) -> Option<Vec<&'static str>> {
    op.may_change_account(account).then(|| vec!["POST"])
}

params! {
    /// A new account.
    pub struct CreateAccount {
        /// The same as for every new account.
        details: NewDetails,
        /// YYYY-MM-DD. Required for individual members.
        date_of_birth: BirthDate,
        /// individual by default.
        role: Option<OneOf<StaffedRole>>,
        /// 8 to 32 characters, at least one letter and one number. Without a password the person chooses one
        /// through an emailed link.
        password: Option<NewPassword>,
        /// For administrators; the caller's own site by default.
        site: Option<ShortText>,
    }
}

/// A birth date; required for individual members, the default role.
#[derive(Debug, Clone)]
pub struct BirthDate(Option<Date>);

impl Param for BirthDate {
    type Value = Date;
    const ERROR: Option<ErrorKey> = Some(ErrorKey::MissingParameter);

    fn read(reader: &mut ParamReader<'_>, field: Field) -> Option<Self> {
        let role = reader.first_value(Field::Role);
        if role.is_none_or(|role| role == StaffedRole::Individual.as_str()) {
            RequiredParam::read(reader, field).map(|RequiredParam(born)| Self(Some(born)))
        } else {
            Option::read(reader, field).map(Self)
        }
    }
}

/// Create an account
///
/// The role individual makes an individual member, who then needs an agreement, a subscription and a proof of
/// disability. People without a password choose one at `/oauth/forgot-password`.
#[endpoint::post(
    "/v2/accounts", returns "The account",
    errors(Forbidden: "not membership staff, or another site", UserExists: "the email address is taken"),
)]
pub async fn create_account(
    InRole { api, op, .. }: InRole<MembershipStaff>,
    draft: ParamDraft<CreateAccount>,
) -> Result<CreatedResource<UserAccount>> {
    let sketch = to_account_draft(&draft);
    let (form, faults) = draft.into_parts();
    let admission = form.map(CreateAccount::into_admission);
    let shown = manage::create(&op, sketch, admission, faults).await?;
    let location = api.absolute_url(&routes::account_path(&shown.reader.account.id));
    Ok(CreatedResource { location, record: UserAccount::from_managed(&api, &op, shown)? })
}

/// The parameters that can be read even if others are wrong.
fn to_account_draft(draft: &ParamDraft<CreateAccount>) -> AccountDraft {
    let role = draft.peek_param::<Option<OneOf<StaffedRole>>>(Field::Role).flatten();
    AccountDraft {
        details: draft.peek_group::<AccountForm>().map(AccountForm::into_request),
        role: role.map_or(StaffedRole::Individual, |role| role.0),
        site: draft.peek_param::<Option<ShortText>>(Field::Site).flatten(),
    }
}

impl CreateAccount {
    fn into_admission(self) -> manage::AccountAdmission {
        let date_of_birth = self.date_of_birth.0;
        let details = AccountDetails { date_of_birth: date_of_birth.into(), ..self.details.into_request() };
        manage::AccountAdmission { details, date_of_birth, password: self.password }
    }
}

/// Get an account
#[endpoint::get(
    "/v2/accounts/{userIdentifier}", returns "The account",
    errors(UserNotFound: "no account of the caller's site"),
)]
pub async fn get_account(
    InRole { api, op, .. }: InRole<MembershipStaff>,
    Segments(name): Segments<String>,
) -> Result<Json<UserAccount>> {
    let shown = manage::get(&op, &name).await?;
    Ok(Json(UserAccount::from_managed(&api, &op, shown)?))
}

params! {
    /// Changes of an account; omitted parameters keep their value.
    pub struct PutAccount {
        /// The same as when people change their own account.
        details: AccountForm,
        /// Replaces the roles that staff assign; roles in an organization stay.
        role: Replace<OneOf<StaffedRole>>,
        /// For administrators.
        site: Replace<ShortText>,
    }
}

/// Change an account
///
/// Omitted parameters keep their value; an empty value clears a nullable one. A new password ends existing
/// sign-ins, and must be changed by the person.
#[endpoint::put(
    "/v2/accounts/{userIdentifier}", returns "The account",
    errors(
        MissingParameter, Forbidden: "not membership staff, or another site",
        OperationNotAllowed: "an administrator", UserNotFound: "no account of the caller's site, or removed",
        UserExists: "the email address is taken",
    ),
)]
pub async fn put_account(
    InRole { api, op, .. }: InRole<MembershipStaff>,
    Segments(name): Segments<String>,
    draft: ParamDraft<PutAccount>,
) -> Result<Json<UserAccount>> {
    let sends_password = draft.has_value(Field::Password);
    let (form, faults) = draft.valid_params()?;
    let changes = manage::StaffChanges {
        details: form.details.into_request(),
        role: form.role.0.map(|role| role.0),
        site: form.site.0,
        sends_password,
    };
    let shown = manage::change(&op, &name, changes, faults).await?;
    Ok(Json(UserAccount::from_managed(&api, &op, shown)?))
}

params! {
    /// A new password.
    pub struct PutPassword {
        /// 8 to 32 characters, at least one letter and one number.
        password: RequiredParam<NewPassword>,
    }
}

/// Set an account's password
///
/// Ends existing sign-ins, and voids emailed links to a new password. The person must change it.
#[endpoint::put(
    "/v2/accounts/{userIdentifier}/password", returns "SUCCESS",
    errors(
        OperationNotAllowed: "an administrator", UserNotFound: "no account of the caller's site, or removed",
        TooManyRequests: "too many passwords are being set",
    ),
)]
pub async fn put_account_password(
    InRole { op, .. }: InRole<MembershipStaff>,
    Segments(name): Segments<String>,
    Params(params): Params<PutPassword>,
) -> Result<Json<StatusRecord>> {
    manage::set_password(&op, &name, &params.password.0).await?;
    Ok(Json(StatusRecord::new(StatusKey::Success, "The password is changed.")))
}
