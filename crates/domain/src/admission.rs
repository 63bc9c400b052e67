//! Requirements of a site before it lends books: the proofs that suffice, the professionals who may confirm a
//! disability, and access while a proof is checked (docs/rules/joining.md#rule-4).

use std::collections::BTreeSet;

use jiff::{SignedDuration, Timestamp};

use crate::wire::WireEnum as _;
use crate::{ProofSource, wire_enum};

/// Maximum number of days of access while a proof is checked.
pub const MAX_PROVISIONAL_DAYS: u32 = 60;

wire_enum! {
    /// A kind of professional who confirms a disability. Relatives are none.
    pub enum CertifierKind {
        Physician = "physician",
        Ophthalmologist = "ophthalmologist",
        Optometrist = "optometrist",
        Psychologist = "psychologist",
        Nurse = "nurse",
        Therapist = "therapist",
        /// A teacher of the blind and visually impaired.
        VisionTeacher = "visionTeacher",
        SpecialEducationTeacher = "specialEducationTeacher",
        Librarian = "librarian",
        SocialWorker = "socialWorker",
        /// Another professional who knows the disability.
        Other = "other",
    }
}

impl CertifierKind {
    /// The profession in English, for the remarks that staff read.
    pub fn english_name(self) -> &'static str {
        match self {
            Self::Physician => "physician",
            Self::Ophthalmologist => "ophthalmologist",
            Self::Optometrist => "optometrist",
            Self::Psychologist => "psychologist",
            Self::Nurse => "nurse",
            Self::Therapist => "therapist",
            Self::VisionTeacher => "teacher of the blind and visually impaired",
            Self::SpecialEducationTeacher => "special education teacher",
            Self::Librarian => "librarian",
            Self::SocialWorker => "social worker",
            Self::Other => "other professional",
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AdmissionRules {
    /// The sources of what members submit that suffice as proof.
    pub proof_sources: BTreeSet<ProofSource>,
    /// The professionals whose confirmations suffice.
    pub certifiers: BTreeSet<CertifierKind>,
    /// Days of access from the first submission of a person, while the proof is checked; 0 for none.
    pub provisional_days: u32,
}

impl Default for AdmissionRules {
    /// Every source and every professional, and no access before a proof is confirmed.
    fn default() -> Self {
        Self {
            proof_sources: ProofSource::ALL.iter().copied().collect(),
            certifiers: CertifierKind::ALL.iter().copied().collect(),
            provisional_days: 0,
        }
    }
}

impl AdmissionRules {
    pub fn accepts_source(&self, source: ProofSource) -> bool {
        self.proof_sources.contains(&source)
    }

    /// Returns true if a confirmation by such a professional suffices. One that states no kind, as those of
    /// apps, suffices only where every professional may confirm.
    pub fn accepts_confirmation(&self, certifier: Option<CertifierKind>) -> bool {
        let by_kind = match certifier {
            Some(kind) => self.certifiers.contains(&kind),
            None => self.certifiers.len() == CertifierKind::ALL.len(),
        };
        by_kind && self.accepts_source(ProofSource::Faxed)
    }
}

/// The end of the access of a person who submitted the first proof at `first`, at a site that gives so many
/// days of access. `None` if it gives none.
pub fn provisional_end(first: Timestamp, days: u32) -> Option<Timestamp> {
    let days = i64::from(days.min(MAX_PROVISIONAL_DAYS));
    let time = (days > 0).then(|| SignedDuration::from_hours(days * 24))?;
    first.checked_add(time).ok()
}

#[cfg(test)]
mod tests {
    use jiff::SignedDuration;

    use super::{AdmissionRules, CertifierKind, MAX_PROVISIONAL_DAYS, provisional_end};
    use crate::ProofSource;
    use crate::fixtures::noon;
    use crate::wire::WireEnum as _;

    #[test]
    fn every_proof_and_every_professional_suffices_at_first() {
        let rules = AdmissionRules::default();
        assert!(ProofSource::ALL.iter().all(|source| rules.accepts_source(*source)));
        assert!(CertifierKind::ALL.iter().all(|kind| rules.accepts_confirmation(Some(*kind))));
        assert!(rules.accepts_confirmation(None));
        assert_eq!(provisional_end(noon(), rules.provisional_days), None);
    }

    #[test]
    fn a_confirmation_without_a_kind_suffices_only_where_all_kinds_do() {
        let rules =
            AdmissionRules { certifiers: [CertifierKind::Physician].into(), ..AdmissionRules::default() };
        assert!(rules.accepts_confirmation(Some(CertifierKind::Physician)));
        assert!(!rules.accepts_confirmation(Some(CertifierKind::Librarian)));
        assert!(!rules.accepts_confirmation(None));
        let rules = AdmissionRules { proof_sources: [ProofSource::Nls].into(), ..AdmissionRules::default() };
        assert!(!rules.accepts_confirmation(Some(CertifierKind::Physician)), "no authority is asked");
    }

    #[test]
    fn provisional_access_lasts_at_most_sixty_days() {
        let end = |days| provisional_end(noon(), days).unwrap().duration_since(noon());
        assert_eq!(end(14), SignedDuration::from_hours(14 * 24));
        assert_eq!(end(MAX_PROVISIONAL_DAYS + 1), end(MAX_PROVISIONAL_DAYS));
    }
}
