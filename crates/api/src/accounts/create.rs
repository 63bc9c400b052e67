//! POST /v2/accounts (docs/rules/memberships.md#rule-7): membership staff create an account.

use domain::accounts::StaffedRole;
use jiff::civil::Date;
use services::accounts::manage::{self, AccountDraft};

use crate::http::{
    CreatedResource, ErrorKey, Field, InRole, MembershipStaff, NewPassword, OneOf, Param, ParamDraft,
    ParamReader, RequiredParam, Result, ShortText,
};
use crate::my_account::form::{AccountForm, NewDetails};
use crate::records::UserAccount;
use crate::{joint_params, params, routes};

params! {
    /// Parameters for membership staff besides the details.
    pub struct Admission {
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

joint_params! {
    /// A new account.
    pub struct CreateAccount {
        /// The same as for every new account.
        details: NewDetails,
        /// The other parameters.
        admission: Admission,
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
        let Self { details, admission } = self;
        let date_of_birth = admission.date_of_birth.0;
        let details = details.into_form(date_of_birth).into_request();
        manage::AccountAdmission { details, date_of_birth, password: admission.password }
    }
}
