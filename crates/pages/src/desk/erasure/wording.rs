//! Deleted and retained data, in words for staff.

use domain::erasure::{ErasedNoun, ErasureObstacle, ErasureReason, ErasureReport, RetainedPart};

use crate::{Page, format_day_of};

/// Sentences with the numbers of records that go.
pub(super) fn list_erased(page: &Page<'_>, report: &ErasureReport) -> Vec<String> {
    report.erased.iter().map(|(noun, rows)| page.count(noun_message(*noun), *rows)).collect()
}

/// Sentences with the numbers of records that stay for a time.
pub(super) fn list_retained(page: &Page<'_>, report: &ErasureReport) -> Vec<String> {
    let sentence = |part, rows: u64, until: &str| {
        page.format(part_message(part), &[("count", rows.into()), ("date", until.into())])
    };
    report
        .retained
        .iter()
        .map(|retained| sentence(retained.part, retained.rows, &format_day_of(page, retained.until)))
        .collect()
}

fn noun_message(noun: ErasedNoun) -> &'static str {
    match noun {
        ErasedNoun::SignIn => "erasure-noun-sign-in",
        ErasedNoun::Proofs => "erasure-noun-proofs",
        ErasedNoun::Reading => "erasure-noun-reading",
        ErasedNoun::Lists => "erasure-noun-lists",
        ErasedNoun::Settings => "erasure-noun-settings",
        ErasedNoun::Documents => "erasure-noun-documents",
        ErasedNoun::Membership => "erasure-noun-membership",
        ErasedNoun::Orders => "erasure-noun-orders",
        ErasedNoun::Service => "erasure-noun-service",
        ErasedNoun::Anonymous => "erasure-noun-anonymous",
        ErasedNoun::Other => "erasure-noun-other",
    }
}

fn part_message(retained_part: RetainedPart) -> &'static str {
    match retained_part {
        RetainedPart::Tracing => "erasure-part-tracing",
        RetainedPart::Agreements => "erasure-part-agreements",
        RetainedPart::Accounting => "erasure-part-accounting",
        RetainedPart::Audit => "erasure-part-audit",
    }
}

pub(super) fn obstacle_text(page: &Page<'_>, obstacle: ErasureObstacle) -> String {
    page.text(match obstacle {
        ErasureObstacle::Held => "erasure-obstacle-held",
        ErasureObstacle::Staff => "erasure-obstacle-staff",
        ErasureObstacle::PrimaryContact => "erasure-obstacle-contact",
        ErasureObstacle::AlreadyErased => "erasure-obstacle-erased",
        ErasureObstacle::HeldMembers => "erasure-obstacle-members",
    })
}

pub(super) fn reason_text(page: &Page<'_>, reason: ErasureReason) -> String {
    page.text(match reason {
        ErasureReason::Request => "erasure-reason-request",
        ErasureReason::Organization => "erasure-reason-organization",
        ErasureReason::Retention => "erasure-reason-retention",
    })
}

#[cfg(test)]
mod tests {
    use domain::erasure::{ErasedNoun, RetainedPart};
    use domain::wire::WireEnum as _;
    use layout::Language;

    use super::{noun_message, part_message};
    use crate::texts;

    #[test]
    fn what_goes_and_what_stays_has_words_in_every_language() {
        let messages = texts::load_messages();
        let nouns = ErasedNoun::ALL.iter().map(|noun| noun_message(*noun));
        let parts = RetainedPart::ALL.iter().map(|part| part_message(*part));
        for message in nouns.chain(parts) {
            for language in Language::ALL {
                assert!(messages.has_message(language, message), "{message} in {language:?}");
            }
        }
    }
}
