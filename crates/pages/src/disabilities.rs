//! Disabilities in words.

use domain::proofs::{DisabilityPlan, DisabilityType};

use crate::Page;

pub(crate) fn disability_name(page: &Page<'_>, kind: DisabilityType) -> String {
    page.value_text("runs-disability", kind)
}

pub(crate) fn plan_name(page: &Page<'_>, plan: DisabilityPlan) -> String {
    page.value_text("school-plan", plan)
}
