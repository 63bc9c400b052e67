//! Parameters of a new member, for sponsors and membership staff (docs/rules/organizations.md#rule-4).

use domain::proofs::{DisabilityPlan, DisabilityType};
use jiff::civil::Date;
use services::members::NewMember;

use crate::http::{Grade, NewPassword, OneOf, ShortText, UserName, ValidatedParam};
use crate::params;

params! {
    /// A new member.
    pub struct MemberForm into NewMember {
        /// Given name.
        first_name: ValidatedParam<ShortText>,
        /// Family name.
        last_name: ValidatedParam<ShortText>,
        /// YYYY-MM-DD.
        date_of_birth: ValidatedParam<Date>,
        /// Grade code: ONIX code list 77, in the United Kingdom BIC.
        grade: ValidatedParam<Grade>,
        /// Name to sign in with; without it the member cannot sign in.
        username: Option<UserName>,
        /// 8 to 32 characters, at least one letter and one number; together with username.
        password: Option<NewPassword>,
        /// Verified disabilities.
        disability_type: Vec<OneOf<DisabilityType>>,
        /// Disability plans of a student.
        disability_plan: Vec<OneOf<DisabilityPlan>>,
    }
}
