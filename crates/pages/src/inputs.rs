//! The fields of a form that is shown again, with what was typed and what is wrong with it.

use layout::inputs::FormValues;
pub(crate) use layout::inputs::{InputError, InputField, form_status, list_errors};

use crate::fields::Fields;

impl FormValues for Fields {
    fn value(&self, name: &'static str) -> Option<&str> {
        self.get(name)
    }
}
