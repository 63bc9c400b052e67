//! Disabilities in words.

use domain::proofs::{DisabilityPlan, DisabilityType};

use crate::Page;

pub(crate) fn disability_name(page: &Page<'_>, kind: DisabilityType) -> String {
    page.value_text("runs-disability", kind)
}

pub(crate) fn plan_name(page: &Page<'_>, plan: DisabilityPlan) -> String {
    page.text(match plan {
        DisabilityPlan::Iep => "school-plan-iep",
        DisabilityPlan::Section504 => "school-plan-504",
    })
}
