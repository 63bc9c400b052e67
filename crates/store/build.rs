//! A new migration file is a reason to compile again.

fn main() {
    println!("cargo:rerun-if-changed=migrations");
}
