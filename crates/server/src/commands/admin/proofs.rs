//! `openshelf admin proofs`: proofs of disability. Access is logged in the audit.

use clap::{Args, Subcommand};
use domain::{DisabilityType, ProofSource};
use services::Operation;
use services::proofs::{self, Proof, Proofs as Proved};

/// Proofs of disability of people.
#[derive(Debug, Subcommand)]
pub enum Proofs {
    /// Add a proof; it counts immediately
    Create(GivenProof),
    /// List a person's proofs, and the requests for confirmation
    List {
        /// Account identifier, user name or email address
        user: String,
    },
    /// Change where a proof comes from
    Change(GivenProof),
    /// Withdraw a proof; it no longer counts
    Withdraw {
        /// Account identifier, user name or email address
        user: String,
        /// visual, learning, physical or nonspecific
        #[arg(long)]
        disability_type: DisabilityType,
    },
}

/// A proof.
#[derive(Debug, Args)]
pub struct GivenProof {
    /// Account identifier, user name or email address
    user: String,
    /// visual, learning, physical or nonspecific
    #[arg(long)]
    disability_type: DisabilityType,
    /// Where it comes from: schoolVerified, faxed, nls, learningOrg, partner, trainingOrg or marrakeshPartner
    #[arg(long)]
    proof_source: ProofSource,
}

pub async fn run(command: Proofs, op: &Operation) -> anyhow::Result<()> {
    let proofs = match command {
        Proofs::Create(GivenProof { user, disability_type, proof_source }) => {
            let proof = Proof { kind: disability_type, source: proof_source };
            proofs::add(op, &user, proof).await
        }
        Proofs::List { user } => proofs::list(op, &user).await,
        Proofs::Change(GivenProof { user, disability_type, proof_source }) => {
            let proof = Proof { kind: disability_type, source: proof_source };
            proofs::set_source(op, &user, proof).await
        }
        Proofs::Withdraw { user, disability_type } => proofs::remove(op, &user, disability_type).await,
    };
    print_proofs(&proofs?);
    Ok(())
}

/// Prints the proofs after the command.
fn print_proofs(proved: &Proved) {
    println!("{} ({})", proved.owner.id, proved.owner.display_name());
    for proof in &proved.proofs {
        println!("active     {:<12} {}", proof.kind.as_str(), proof.source.as_str());
    }
    for sent in &proved.submissions {
        let kinds: Vec<_> = sent.kinds.iter().map(|kind| kind.as_str()).collect();
        println!(
            "submitted  {:<12} {:<16} {} {}",
            kinds.join(","),
            sent.source.map_or("-", ProofSource::as_str),
            domain::dates::utc_date(sent.date),
            sent.note.as_deref().unwrap_or_default(),
        );
    }
}
