"""The flat program: data, assembler, verifier, listing, JSON form."""
