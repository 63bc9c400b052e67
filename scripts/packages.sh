#!/bin/bash
# Installs the Debian packages that a target needs and that are missing; says what and why.
#   scripts/packages.sh build|demo|test|bench|samples|scripts|package|image
# Changes nothing and takes a moment when all is there. Needs root or sudo only to install.
set -euo pipefail
. "$(dirname "$0")/env.sh"

missing=()
# need COMMAND PACKAGE REASON: the package is missing when the command is.
need() {
  command -v "$1" >/dev/null && return
  printf 'missing: %-18s %s\n' "$2" "$3"
  missing+=("$2")
}

# What the compiler needs.
for_build() {
  need cc build-essential "C compiler: SQLite and the TLS library are built from source"
  [ -e /usr/include/liblouis/liblouis.h ] ||
    need no-liblouis liblouis-dev "braille: the program is linked to it"
}

for_demo() {
  for_build
  [ -e /usr/share/liblouis/tables/en-ueb-g2.ctb ] ||
    need no-tables liblouis-data "the tables of braille codes"
  [ -e /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf ] ||
    need no-dejavu fonts-dejavu-core "letters without serifs for PDF in large print, with Greek, Cyrillic, Hebrew, Arabic"
  need ffmpeg ffmpeg "changes the speed of MP3 narration and writes the MP3 files of audio editions"
  need espeak-ng espeak-ng "reads books aloud: audio editions of what nobody has recorded"
}

# What documents of readers are made into books with.
for_documents() {
  need pdftotext poppler-utils "reads the text, pictures and pages of PDF documents"
  [ -d /usr/share/poppler/cMap ] ||
    need no-cmaps poppler-data "reads Chinese, Japanese and Korean text of PDF documents"
  need qpdf qpdf "reads the outline, page names and tags of PDF documents"
  need tesseract tesseract-ocr "recognizes text in pictures and scans"
  for language in eng fra spa; do
    tesseract --list-langs 2>/dev/null | grep -qx "$language" ||
      need "no-$language" "tesseract-ocr-$language" "recognizes text in this language"
  done
  need heif-convert libheif-examples "decodes HEIF pictures"
}

for_test() {
  for_demo
  for_documents
  need git git "the architecture tests ask it for the list of files"
  need curl ca-certificates "certificates for package downloads"
  need curl curl "the README's own lines are tried with it"
  [ -e /usr/share/fonts/truetype/noto/NotoSansDevanagari-Regular.ttf ] ||
    need no-noto fonts-noto-core "Devanagari and Thai letters, whose words must come out of PDF as they went in"
  need xmllint libxml2-utils "validates DAISY books against their DTDs"
  need javac default-jdk-headless "runs epubcheck, the validator of EPUB, on many books in one run"
  need lou_translate liblouis-bin "reads braille back, to compare it with its source"
  need python3 python3 "runs a standard OAuth client against the server"
  python3 -c 'import ensurepip, venv' 2>/dev/null || need no-venv python3-venv "keeps the Python packages of the tests apart"
  need chromium chromium "the sign-in pages are tried in a real browser"
  need node nodejs "drives the browser"
  need npm npm "fetches axe-core (accessibility rules) and playwright-core"
  ls /usr/lib/postgresql/*/bin/postgres >/dev/null 2>&1 || command -v postgres >/dev/null ||
    need no-postgres postgresql "every test of the store runs on it too, in a private cluster"
}

# What readers would take instead, to be measured next to it.
for_bench() {
  for_demo
  need pandoc pandoc "makes Word documents, to compare with"
  need weasyprint weasyprint "makes PDF documents, to compare with"
  need lou_translate liblouis-bin "makes braille, to compare with"
}

for_samples() {
  need soffice libreoffice-writer-nogui "opens the Word documents that are made"
}

# What books of any script need that are not our own.
for_scripts() {
  [ -d /usr/share/fonts/opentype/noto ] ||
    need no-cjk fonts-noto-cjk "Chinese, Japanese and Korean letters in PDF"
  [ -d /usr/share/fonts/truetype/hanazono ] ||
    need no-hanazono fonts-hanazono "rare Chinese letters in PDF"
}

# What Debian packages are made and tried with.
for_package() {
  for_build
  need python3 python3 "makes a small book for the trial"
  need dpkg-shlibdeps dpkg-dev "finds the libraries that a package depends on"
  need lintian lintian "checks Debian packages"
  need debootstrap debootstrap "makes a Debian in a folder, in which the package is tried"
  need systemd-analyze systemd "checks the units"
}

# What the container image is built and tried with.
for_image() {
  for_build
  need debootstrap debootstrap "makes the Debian of the image, where no images can be fetched"
  need buildah buildah "builds images"
}

case "${1:-}" in
  build) for_build ;;
  bench) for_bench ;;
  samples) for_samples ;;
  scripts) for_scripts ;;
  demo)
    for_demo
    for_documents
    ;;
  test) for_test ;;
  package) for_package ;;
  image) for_image ;;
  *) die "usage: $0 build|demo|test|bench|samples|scripts|package|image" ;;
esac

[ ${#missing[@]} -eq 0 ] && exit 0

command -v apt-get >/dev/null || die "this is no Debian: install what is listed above by your own package manager, then run this again."
as_root=()
if [ "$(id -u)" -ne 0 ]; then
  command -v sudo >/dev/null || die "run as root: apt-get install ${missing[*]}"
  # Without a terminal sudo must not wait for a password that nobody can type.
  if [ -t 0 ]; then as_root=(sudo); else as_root=(sudo -n); fi
fi
export DEBIAN_FRONTEND=noninteractive
say "apt-get install ${missing[*]}"
"${as_root[@]}" apt-get update -qq
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
  -o Dpkg::Use-Pty=0 "${missing[@]}" </dev/null >/dev/null # faults still come, on standard error
