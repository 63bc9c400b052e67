//! Rules of admission of a site: the proofs that suffice, the professionals who may confirm a disability, and
//! access while a proof is checked (docs/rules/joining.md#rule-4).

use std::collections::BTreeSet;

use domain::admission::{AdmissionRules, CertifierKind, MAX_PROVISIONAL_DAYS};
use domain::{AuditSubject, AuditedAct, ProofSource, SiteId};

use crate::sites::unknown_site;
use crate::{Error, ErrorKey, Operation, Result};

/// A change of the rules of admission; `None` keeps a rule.
#[derive(Debug, Clone, Default)]
pub struct AdmissionChange {
    pub proof_sources: Option<BTreeSet<ProofSource>>,
    pub certifiers: Option<BTreeSet<CertifierKind>>,
    pub provisional_days: Option<u32>,
}

/// Changes the rules of admission of a site. Returns the rules that are then valid.
///
/// # Errors
/// `FORBIDDEN` for everybody but administrators and the operator; `INVALID_PARAMETER` for an unknown site,
/// for no source or no professional at all, and for too many days.
pub async fn change_rules(op: &Operation, site: &SiteId, change: AdmissionChange) -> Result<AdmissionRules> {
    op.require_administrator()?;
    let mut tx = op.db().begin().await?;
    let before = store::sites::admission_rules(&mut tx, site).await?;
    let rules = AdmissionRules {
        proof_sources: change.proof_sources.unwrap_or_else(|| before.proof_sources.clone()),
        certifiers: change.certifiers.unwrap_or_else(|| before.certifiers.clone()),
        provisional_days: change.provisional_days.unwrap_or(before.provisional_days),
    };
    validate(&rules)?;
    if !store::sites::set_admission_rules(&mut tx, site, &rules).await? {
        return Err(unknown_site(site));
    }
    // The command without options only shows the rules.
    if rules != before {
        op.record_change(&mut tx, AuditedAct::ChangeSite, AuditSubject::Site(site)).await?;
    }
    tx.commit().await?;
    Ok(rules)
}

fn validate(rules: &AdmissionRules) -> Result<()> {
    let refuse = |reason: String| Err(Error::Explained(ErrorKey::InvalidParameter, reason));
    if rules.proof_sources.is_empty() || rules.certifiers.is_empty() {
        return refuse("at least one source of proofs and one professional must suffice".to_owned());
    }
    if rules.provisional_days > MAX_PROVISIONAL_DAYS {
        return refuse(format!("access while a proof is checked lasts {MAX_PROVISIONAL_DAYS} days at most"));
    }
    Ok(())
}

/// The rules of the signed-in reader's site, for the pages on which a proof is submitted.
///
/// # Errors
/// `UNAUTHORIZED` for guests; `FORBIDDEN` for those who are not individual members.
pub async fn own_rules(op: &Operation) -> Result<AdmissionRules> {
    let reader = op.require_individual_member()?;
    Ok(store::sites::admission_rules(op.db(), &reader.account.site).await?)
}
