//! The form for a new password, which is typed twice.

use layout::inputs::{InputError, InputField, list_errors};
use oauth::{Fault, Params};
use services::values::{NewPassword, ParseValue as _};

use crate::Page;
use crate::email_page::EmailForm;

/// The form. The password is kept outside the fields, because pages never show it again.
pub(crate) struct NewPasswordForm {
    pub(crate) inputs: [InputField; 2],
    chosen: Option<NewPassword>,
}

impl<Subject> EmailForm<Subject> for NewPasswordForm {
    type Content = NewPassword;

    fn read(page: &Page, _: &Subject, sent: Option<&Params>) -> Result<Self, Fault> {
        let password = InputField::new_password(page, "password", "choose-password", "new-password");
        let mut password = password.with_hint(page.text("password-hint"));
        let mut repeated = InputField::new_password(page, "repeated", "choose-repeated", "new-password");
        let mut chosen = None;
        if let Some(form) = sent {
            let typed = form.get("password")?.unwrap_or_default();
            chosen = NewPassword::parse_value(typed).ok();
            if chosen.is_none() {
                password.error = Some(page.text("password-rule"));
            } else if form.get("repeated")?.unwrap_or_default() != typed {
                repeated.error = Some(page.text("choose-differs"));
            }
        }
        Ok(Self { inputs: [password, repeated], chosen })
    }

    fn errors(&self) -> Vec<InputError> {
        list_errors(&self.inputs.each_ref())
    }

    fn content(&self) -> Option<NewPassword> {
        self.chosen.clone().filter(|_| list_errors(&self.inputs.each_ref()).is_empty())
    }
}
