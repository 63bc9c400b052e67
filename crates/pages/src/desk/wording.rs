//! Roles, names, proofs and acts, in words for staff.

use std::collections::HashMap;

use domain::{Account, AccountId, AuditedAct, ProofSource, Role};
use services::desk::DatedProof;

use crate::disabilities::disability_name;
use crate::{Page, format_day_of};

/// The state of an account: open, locked or closed.
pub(crate) fn account_state_text(page: &Page<'_>, account: &Account) -> String {
    page.text(match (account.deleted, account.locked) {
        (true, _) => "desk-account-removed",
        (false, true) => "desk-account-locked",
        (false, false) => "desk-account-open",
    })
}

/// The roles of an account, with commas between them.
pub(crate) fn list_roles(page: &Page<'_>, account: &Account) -> String {
    let names: Vec<String> = account.roles.iter().map(|role| role_name(page, *role)).collect();
    if names.is_empty() { page.text("desk-none") } else { names.join(", ") }
}

pub(crate) fn role_name(page: &Page<'_>, role: Role) -> String {
    page.value_text("desk-role", role)
}

pub(crate) fn sign_in_name_text(page: &Page<'_>, account: &Account) -> String {
    match account.sign_in_name() {
        "" => page.text("desk-none"),
        name => name.to_owned(),
    }
}

/// The name of a staff member, or the library's for the operator.
pub(super) fn staff_name(
    page: &Page<'_>,
    names: &HashMap<AccountId, String>,
    id: Option<&AccountId>,
) -> String {
    match id {
        Some(id) => names.get(id).cloned().unwrap_or_else(|| page.text("desk-somebody")),
        None => page.text("desk-by-operator"),
    }
}

/// A proof in a line: kind, source and date.
pub(super) fn proof_line(page: &Page<'_>, dated: &DatedProof) -> String {
    let (kind, source) = (disability_name(page, dated.proof.kind), source_name(page, dated.proof.source));
    format!("{kind} · {source} · {}", format_day_of(page, dated.added))
}

pub(crate) fn source_name(page: &Page<'_>, source: ProofSource) -> String {
    page.value_text("desk-source", source)
}

/// An act that the audit records; in other words if only a newer program knows it.
pub(super) fn act_name(page: &Page<'_>, act: Option<AuditedAct>) -> String {
    page.text(&act.map_or_else(|| "audit-act-newer".to_owned(), act_message))
}

fn act_message(act: AuditedAct) -> String {
    format!("audit-act-{act}")
}

/// Who acted without an account: the library itself, by a command or a job, or somebody with an emailed link.
pub(super) fn accountless_actor_name(page: &Page<'_>, endpoint: &str) -> String {
    let is_library = ["openshelf ", "job "].iter().any(|start| endpoint.starts_with(start));
    page.text(if is_library { "desk-by-operator" } else { "audit-nobody" })
}

#[cfg(test)]
mod tests {
    use domain::accounts::Role;
    use domain::audit::AuditedAct;
    use domain::proofs::{ProofSource, ProofStatus};
    use domain::wire::WireEnum as _;

    use super::act_message;
    use crate::texts::{assert_messages, value_messages};

    #[test]
    fn acts_roles_proofs_and_sources_have_words_in_every_language() {
        assert_messages(AuditedAct::ALL.iter().map(|act| act_message(*act)));
        assert_messages(value_messages::<Role>("desk-role"));
        assert_messages(value_messages::<ProofStatus>("desk-proof"));
        assert_messages(value_messages::<ProofSource>("desk-source"));
    }
}
