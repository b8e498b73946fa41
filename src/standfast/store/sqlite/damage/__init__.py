"""Damage: seen, and repaired without making it worse. `salvage` decides; everything else does one part of it.

Where to look:

    salvage                     what is wrong with each file, and what is done about it
    rows                        single operations, in place, by their hashes
    file                        what is left of a damaged file, read into a new one
    catalog                     the catalogue again, from what each partition notes of itself
"""
