"""KOReader's key of a document, written a second time and apart from the library's own code, for the tests.

Prints the MD5 of up to 1,024 bytes of the file at each of twelve places, and the MD5 of each further argument, which is
the name of a file.
"""

import hashlib
import sys

SAMPLE = 1024


def places():
    """Where the samples begin: 1024 shifted left by -2, 0, 2, ... 20 bits in an integer of 32 bits.

    Only five bits of a distance count there, so -2 is 30, which leaves nothing of 1024.
    """
    for i in range(-1, 11):
        yield (SAMPLE << (2 * i & 31)) & 0xFFFFFFFF


def partial_md5(path):
    """The key of a file: a place past its end ends it."""
    digest = hashlib.md5(usedforsecurity=False)
    with open(path, "rb") as file:
        for place in places():
            file.seek(place)
            sample = file.read(SAMPLE)
            if not sample:
                break
            digest.update(sample)
    return digest.hexdigest()


def main():
    """Prints the keys, a line each."""
    path, *names = sys.argv[1:]
    print(partial_md5(path))
    for name in names:
        print(hashlib.md5(name.encode(), usedforsecurity=False).hexdigest())


if __name__ == "__main__":
    main()
