"""How letters follow each other in words, counted by tools/redact/letters.py: do not edit by hand.

One row for each first letter, one character for each second: how many tenths of a nat the pair is likelier in words and
identifiers than in letters drawn at random, written as the character that many places after "P".
"""

from __future__ import annotations

# fmt: off
ROWS: tuple[str, ...] = (
    'CQVQ=BM8N.D[S[-Q.[U^IEACG6',
    '[MPM[H>9YJ9^FCXF2UTFW;75L4',
    'ZAMGZD:ZQ-URC=`B.QLZO;60C0',
    'YKIOdLE<`<8LFDVD5OSLPA:;D.',
    'QDUZJLI8D/9SN[@LC_\\U=IDPA2',
    'XFJLXZB8a24TBE[D4VNQT598I.',
    'W=GBbCLTX09QKTSE/[VFS>=5A8',
    '`@?Cc=78]0>HIE]A3PKSM7;1L/',
    'PKVPPKP154<SRbXL0MWX6M-C-K',
    ']FJK^C?AVBMCFE^MBBWB[CN:@=',
    'XCELdFIH\\>?QFMRH;KZKO=J;F:',
    '\\ACNaC>2_.<X@=ZD-=QPOD31T2',
    'aN?Da>92[-9IP>X[3BQEQ:33D/',
    'W>VXZL]=S7ED>JSD.?Y^JI5/>5',
    'FJQR?FK8G6FVUaNQ-]QRTJN>:1',
    ']9GF]@<OT-=Y??ZR4]PTM682O0',
    'LDCHEE?ED:<WHJ?FFTREdDB@A@',
    '\\?LMbBK5\\-FGPJYF-NUTJC9-K-',
    'P9SB^C?SZ-GJHCTSA@WaU>?2J0',
    'Y;IBaB5U`-4HC@WF-ZTNL8?4O;',
    'QUPKRHJ/P1;YU^CT-ZX[68-=06',
    '`=FCd<A9^04@EASI4AI@;9;;;1',
    '`<GI\\D>T^7?KATYD4VWG=?A>96',
    'SFVMYN;FY88JPEJ_;GM_BC<UL:',
    'SIQMSHI@Q5;TVUN`=KZWEEH>HH',
    '\\>>EdEAHY:@GJDUE6EIEE<BCKR',
)
